// SPDX-License-Identifier: MIT
// The graph of the chances: a drawing, with a slider over its points for the keyboard and for screen readers.
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { tell } from '../../texts';
import { type Frame, nearest, percent, type Point, roundStarts, scale, type Turn } from './data';

const HEIGHT = 160;
const frameOf = (width: number): Frame => ({ width, height: HEIGHT, left: 34, top: 10, right: 14, bottom: 22 });

function useWidth() {
  const place = useRef<HTMLDivElement>(null), [width, setWidth] = useState(600);
  useLayoutEffect(() => {
    const host = place.current;
    if (!host)
      return undefined;
    const watcher = new ResizeObserver(() => setWidth(Math.max(200, host.clientWidth)));
    watcher.observe(host);
    return () => watcher.disconnect();
  }, []);
  return { place, width };
}

function Lines({ frame }: { frame: Frame }) {
  const high = frame.height - frame.top - frame.bottom;
  return (
    <>
      {[0, 25, 50, 75, 100].map((n) => {
        const y = frame.top + high * (1 - n / 100);
        return (
          <g key={n}>
            <path class={`review-grid${n === 50 ? ' half' : ''}`} d={`M${frame.left} ${y}H${frame.width - frame.right}`} />
            {n % 50 === 0 && <text class="review-number" x={frame.left - 6} y={y + 4.5} text-anchor="end">{n}</text>}
          </g>
        );
      })}
    </>
  );
}

/** Loose moves and blunders: a hollow and a full diamond under the line, so that shape tells them apart. */
function Marks({ points, at }: { points: readonly Point[]; at: readonly { x: number; y: number }[] }) {
  return (
    <>
      {points.map((o, i) => {
        const p = at[i], grade = o.step?.grade, poor = grade === 'loose' || grade === 'blunder';
        return p && poor && <path key={i} class={`review-mark ${grade}`} d={`M${p.x} ${p.y - 7}l7 7-7 7-7-7Z`} />;
      })}
    </>
  );
}

/** Up to this many points, the graph has a dot for each. */
const DOTS = 60;

/** The middle between a point and the one before it. */
const between = (at: readonly { x: number }[], i: number): number => ((at[i]?.x ?? 0) + (at[i - 1]?.x ?? 0)) / 2;

interface GraphProps {
  points: Point[];
  now: number;
  turn: Turn | null;
  title: string;
  wordsOf(point: Point): string;
  onGo(i: number): void;
}

export function Graph({ points, now, turn, title, wordsOf, onGo }: GraphProps) {
  const { place, width } = useWidth(), frame = frameOf(width), at = scale(points, frame), here = at[now], point = points[now];
  const turning = turn ? at[turn.at + 1] : undefined, bottom = HEIGHT - frame.bottom;
  const pick = (event: PointerEvent) => onGo(nearest(at, event.clientX - (event.currentTarget as Element).getBoundingClientRect().left));
  return (
    <div ref={place} class="review-graph">
      <svg width={width} height={HEIGHT} viewBox={`0 0 ${width} ${HEIGHT}`} aria-hidden="true" onPointerDown={pick}
        onPointerMove={(event) => { if (event.buttons === 1) pick(event); }}>
        <Lines frame={frame} />
        {roundStarts(points).map((i) => <path key={i} class="review-round" d={`M${between(at, i)} ${frame.top}V${bottom}`} />)}
        {turning && turn && <path class="review-turn" d={`M${at[turn.at]?.x} ${frame.top}V${bottom}H${turning.x}V${frame.top}Z`} />}
        {here && <path class="review-here" d={`M${here.x} ${frame.top}V${bottom}`} />}
        <path class="review-line" d={at.map((p, i) => `${i ? 'L' : 'M'}${p.x.toFixed(1)} ${p.y.toFixed(1)}`).join('')} />
        {points.length <= DOTS && at.map((p, i) => <circle key={i} class="review-dot" cx={p.x} cy={p.y} r="2.6" />)}
        <Marks points={points} at={at} />
        {here && <circle class="review-now" cx={here.x} cy={here.y} r="7" />}
      </svg>
      <label class="review-slider">
        <span class="sr">{title}. {tell('review.walk')}</span>
        <input type="range" min={0} max={Math.max(0, points.length - 1)} value={now}
          onInput={(event) => onGo(Number(event.currentTarget.value))} aria-valuetext={point ? wordsOf(point) : ''} />
      </label>
    </div>
  );
}

/** The same as words, for the slider and the table. */
export function pointWords(point: Point, grade: string): string {
  const { step } = point;
  if (!step)
    return point.chance > 500 ? tell('review.end.won') : tell('review.end.lost');
  return tell('review.value', step.round, step.move + 1, percent(point.chance), grade);
}
