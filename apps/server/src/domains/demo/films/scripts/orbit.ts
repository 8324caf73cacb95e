import type { FilmScript } from '../film-script.ts'

export const orbit: FilmScript = {
  name: 'orbit',
  title: '轨道尽头的灯塔',
  latin: 'A Lighthouse in Orbit',
  closing: '请后来的人，从这里回家',
  scenes: [
    {
      ...{ seed: 'orbit ring', kind: 'planet', palette: 'vermilion', seconds: 14, weather: 'dust' },
      ...{ from: { x: -0.8, y: 0.77, zoom: 1.12 }, to: { x: 0.6, y: 0.59, zoom: 1.26 } },
    },
    {
      ...{ seed: 'orbit dark', kind: 'eclipse', palette: 'ember', seconds: 12 },
      ...{ from: { x: 0.4, y: 0.37, zoom: 1.36 }, to: { x: -0.2, y: 0.27, zoom: 1.14 } },
    },
    {
      ...{ seed: 'orbit dunes', kind: 'dunes', palette: 'ember', seconds: 11, weather: 'dust' },
      ...{ from: { x: 0.9, y: 0.74, zoom: 1.2 }, to: { x: -0.8, y: 0.65, zoom: 1.2 } },
    },
    {
      ...{ seed: 'orbit station', kind: 'studio', palette: 'steel', seconds: 9 },
      ...{ from: { x: -0.5, y: -0.2, zoom: 1.14 }, to: { x: 0.4, y: 0.2, zoom: 1.3 } },
    },
    {
      ...{ seed: 'orbit face', kind: 'profile', palette: 'porcelain', seconds: 10 },
      ...{ from: { x: 0.6, y: 0.3, zoom: 1.14 }, to: { x: -0.5, y: -0.3, zoom: 1.3 } },
    },
    {
      ...{ seed: 'orbit blue', kind: 'planet', palette: 'porcelain', seconds: 11, weather: 'dust' },
      ...{ from: { x: 0.7, y: 0.5, zoom: 1.3 }, to: { x: -0.7, y: 0.74, zoom: 1.16 } },
    },
    {
      ...{ seed: 'orbit home', kind: 'eclipse', palette: 'steel', seconds: 13 },
      ...{ from: { x: 0.2, y: 0.25, zoom: 1.12 }, to: { x: -0.2, y: 0.32, zoom: 1.32 } },
    },
  ],
  lines: [
    { from: 8.5, to: 13, text: '补给船错过了轨道，燃料只够做一件事。' },
    { from: 16, to: 20.5, text: '要么减速回家，要么把灯塔送到星环上。' },
    { from: 28, to: 32, text: '她算了三遍，三遍都是同一个答案。' },
    { from: 39, to: 43, text: '“请大家，再算一遍。”' },
    { from: 48, to: 52, text: '没有人说话，只有呼吸声。' },
    { from: 58, to: 62, text: '很多年以后，第一艘船看见了它。' },
    { from: 68, to: 72, text: '三短，三长：这里有路。' },
  ],
  score: {
    ...{ key: 53, mode: 'lydian', tempo: 70, beatsPerChord: 6, chords: [1, 6, 2, 5, 4, 6, 1, 2] },
    ...{ arpeggio: [0, 1, 2, 3, 4, 3], pluck: 'glass', lead: 'bell', ambience: 'drone' },
  },
}
