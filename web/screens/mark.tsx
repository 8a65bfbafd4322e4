// The mark of a seat: a shape and a colour; from the sixth seat on the shapes come again with the seat's number inside.
// Partners share the shape, one filled and one hollow.
const shapes = [
  'M0-7A7 7 0 0 1 0 7A7 7 0 0 1 0-7Z', 'M-6.3-6.3H6.3V6.3H-6.3Z', 'M0-8L8 0 0 8-8 0Z', 'M0-7.5L8 6.5-8 6.5Z', 'M-4-7H4L8 0 4 7H-4L-8 0Z',
];

export function SeatMark({ seat, teams = false, size = 18 }: { seat: number; teams?: boolean; size?: number }) {
  const kind = teams ? seat % 2 : seat % shapes.length, hollow = teams && seat >= 2;
  return (
    <svg class={`mark${hollow ? ' hollow' : ''}`} width={size} height={size} viewBox="-9 -9 18 18" aria-hidden="true">
      <path class={`mark-shape seat-${kind}`} d={shapes[kind] ?? ''} />
      {!teams && seat >= shapes.length && <text class="mark-number" y="3.4">{seat + 1}</text>}
    </svg>
  );
}
