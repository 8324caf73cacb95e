import type { FilmScript } from '../film-script.ts'

export const snow: FilmScript = {
  name: 'snow',
  title: '雪落松江',
  latin: 'Snow on the Songjiang',
  closing: '雪会替所有人保密',
  scenes: [
    {
      ...{ seed: 'snow forest', kind: 'pines', palette: 'snow', seconds: 14, weather: 'snow' },
      ...{ from: { x: -0.9, y: 0.74, zoom: 1.14 }, to: { x: 0.5, y: 0.68, zoom: 1.24 } },
    },
    {
      ...{ seed: 'snow corridor', kind: 'corridor', palette: 'steel', seconds: 11 },
      ...{ from: { x: 0, y: 0, zoom: 1.1 }, to: { x: 0.2, y: 0.1, zoom: 1.42 } },
    },
    {
      ...{ seed: 'snow far ridge', kind: 'ridges', palette: 'snow', seconds: 11, weather: 'snow' },
      ...{ from: { x: 0.9, y: 0.59, zoom: 1.24 }, to: { x: -0.8, y: 0.71, zoom: 1.18 } },
    },
    {
      ...{ seed: 'snow lamp', kind: 'shaft', palette: 'cinder', seconds: 11, weather: 'dust' },
      ...{ from: { x: -0.5, y: 0.8, zoom: 1.3 }, to: { x: 0.4, y: 0.56, zoom: 1.14 } },
    },
    {
      ...{ seed: 'snow road', kind: 'road', palette: 'dawn', seconds: 10 },
      ...{ from: { x: 0.3, y: 0.74, zoom: 1.12 }, to: { x: -0.3, y: 0.65, zoom: 1.36 } },
    },
    {
      ...{ seed: 'snow night', kind: 'pines', palette: 'porcelain', seconds: 15, weather: 'snow' },
      ...{ from: { x: 0.8, y: 0.68, zoom: 1.28 }, to: { x: -0.7, y: 0.74, zoom: 1.12 } },
    },
  ],
  lines: [
    { from: 8.5, to: 13, text: '一九九二年冬天，林场丢了一车木头和一个人。' },
    { from: 16, to: 20, text: '走廊尽头的灯，一直没有人关。' },
    { from: 27, to: 31, text: '雪盖住脚印，比我们快了一步。' },
    { from: 38, to: 42, text: '他说他什么都记得，' },
    { from: 42.5, to: 46, text: '除了自己那天穿的是什么颜色。' },
    { from: 50, to: 54, text: '十二年以后，冰面自己裂开了。' },
    { from: 59, to: 63.5, text: '红色的，是一条围巾。' },
  ],
  score: {
    ...{ key: 52, mode: 'minor', tempo: 54, beatsPerChord: 4, chords: [1, 4, 6, 5, 1, 3, 6, 7] },
    ...{ arpeggio: [0, null, 2, null, 4, null, 3, null], pluck: 'piano', lead: 'strings', ambience: 'wind' },
  },
}
