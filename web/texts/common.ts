export const common = {
  'app.name': ['Boneyard', 'Boneyard'],
  'app.rules': ['Rules', 'Reglas'],
  'app.menu': ['Menu', 'Menú'],
  'app.back': ['Back', 'Volver'],
  'app.loading': ['Shuffling the tiles', 'Barajando las fichas'],
  'app.failed': ['The game could not be loaded: {0}', 'No se pudo cargar el juego: {0}'],
} as const;
