import type { FilmScript } from '../film-script.ts'

export const city: FilmScript = {
  name: 'city',
  title: '末班车以后',
  latin: 'After the Last Train',
  closing: '总有一盏灯，比你晚睡',
  scenes: [
    {
      ...{ seed: 'city dusk', kind: 'city', palette: 'rose', seconds: 13 },
      ...{ from: { x: -0.8, y: 0.6, zoom: 1.24 }, to: { x: 0.7, y: -0.4, zoom: 1.14 } },
    },
    {
      ...{ seed: 'city road', kind: 'road', palette: 'sodium', seconds: 10 },
      ...{ from: { x: -0.3, y: 0.71, zoom: 1.12 }, to: { x: 0.3, y: 0.68, zoom: 1.4 } },
    },
    {
      ...{ seed: 'city lane', kind: 'alley', palette: 'sodium', seconds: 11, weather: 'rain' },
      ...{ from: { x: 0.5, y: 0.74, zoom: 1.32 }, to: { x: -0.5, y: 0.77, zoom: 1.12 } },
    },
    {
      ...{ seed: 'city stage', kind: 'stage', palette: 'wine', seconds: 10, weather: 'dust' },
      ...{ from: { x: -0.6, y: 0.53, zoom: 1.14 }, to: { x: 0.4, y: 0.74, zoom: 1.3 } },
    },
    {
      ...{ seed: 'city door', kind: 'corridor', palette: 'wine', seconds: 9 },
      ...{ from: { x: 0.2, y: 0, zoom: 1.36 }, to: { x: 0, y: 0.1, zoom: 1.1 } },
    },
    {
      ...{ seed: 'city window', kind: 'train', palette: 'sodium', seconds: 10 },
      ...{ from: { x: 0.9, y: 0, zoom: 1.2 }, to: { x: -0.9, y: 0, zoom: 1.2 } },
    },
    {
      ...{ seed: 'city night', kind: 'city', palette: 'cinder', seconds: 13, weather: 'rain' },
      ...{ from: { x: 0.8, y: 0.2, zoom: 1.14 }, to: { x: -0.5, y: -0.3, zoom: 1.28 } },
    },
  ],
  lines: [
    { from: 8, to: 12, text: '末班车开走以后，城市才开始说真话。' },
    { from: 14.5, to: 18.5, text: '有人在高架上哭完，打开了转向灯。' },
    { from: 25, to: 29, text: '馄饨摊的老板记得每个人不要香菜。' },
    { from: 36, to: 40, text: '散场的剧院里，还有一束光忘了关。' },
    { from: 46, to: 49.5, text: '三楼的门开了一下，又轻轻合上。' },
    { from: 55, to: 59, text: '你说：到家告诉我。' },
    { from: 65, to: 69, text: '我说：我也在看同一片雨。' },
  ],
  score: {
    ...{ key: 55, mode: 'dorian', tempo: 76, beatsPerChord: 4, chords: [1, 4, 7, 3, 6, 2, 5, 1] },
    ...{ arpeggio: [0, 2, null, 3, 1, null, 4, 2], pluck: 'piano', lead: 'bell', ambience: 'rain' },
  },
}
