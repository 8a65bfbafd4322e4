// Seats, games that are kept, and records that cannot be read.
export const keep = {
  'seat.you': ['You', 'Tú'],
  'seat.south': ['South', 'Sur'],
  'seat.west': ['West', 'Oeste'],
  'seat.north': ['North', 'Norte'],
  'seat.east': ['East', 'Este'],
  'seat.number': ['Seat {0}', 'Asiento {0}'],
  'seat.bot': ['{0} bot', 'Bot {0}'],
  'seat.guest': ['Bot {0}', 'Bot {0}'],
  'keep.kept': ['Your games are kept in this browser.', 'Tus partidas se guardan en este navegador.'],
  'keep.page': [
    'This browser keeps nothing for this page: the game lasts as long as the page is open. Save it as a file to go on later.',
    'Este navegador no guarda nada de esta página: la partida dura mientras la página esté abierta. Guárdala en un archivo para seguir otro día.',
  ],
  'keep.full': [
    'There is no room left to keep this game. It goes on, and what was kept before is still there. Save it as a file, or delete old games.',
    'No queda espacio para guardar esta partida. Sigue adelante, y lo que ya estaba guardado sigue ahí. Guárdala en un archivo o borra partidas viejas.',
  ],
  'record.none': ['This is not a game of Boneyard.', 'Esto no es una partida de Boneyard.'],
  'record.version': [
    'This game was written by another version of Boneyard, which this page cannot read.',
    'Esta partida la escribió otra versión de Boneyard, que esta página no sabe leer.',
  ],
  'record.rules': ['The rules of this game cannot be read: {0}', 'No se pueden leer las reglas de esta partida: {0}'],
  'record.players': [
    'These rules are for {0} players; the file names {1}.',
    'Estas reglas son para {0} jugadores; el archivo nombra a {1}.',
  ],
  'record.line': ['Line {0} of the file is not part of a game.', 'La línea {0} del archivo no es parte de una partida.'],
  'record.deal': ['Line {0}: these tiles cannot be dealt like that.', 'Línea {0}: estas fichas no se pueden repartir así.'],
  'record.move': ['Line {0}: {1} cannot be played there.', 'Línea {0}: {1} no se puede jugar ahí.'],
  'record.follows': ['Line {0} does not follow from the moves before it.', 'La línea {0} no se sigue de las jugadas anteriores.'],
  'record.cut': [
    'The file ends too early: after its last move there should be more.',
    'El archivo termina antes de tiempo: tras su última jugada falta algo.',
  ],
} as const;
