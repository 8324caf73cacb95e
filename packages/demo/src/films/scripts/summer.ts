import type { FilmScript } from '../film-script.ts'

export const summer: FilmScript = {
  name: 'summer',
  title: '写满名字的风筝',
  latin: 'A Kite Full of Names',
  closing: '线放完的地方，就是夏天',
  scenes: [
    {
      seed: 'summer field',
      kind: 'summer',
      palette: 'summer',
      durationSec: 13,
      from: {
        x: -0.8,
        y: 0.89,
        zoom: 1.26,
      },
      to: {
        x: 0.6,
        y: 0.44,
        zoom: 1.14,
      },
    },
    {
      seed: 'summer train',
      kind: 'train',
      palette: 'dawn',
      durationSec: 11,
      from: {
        x: -0.9,
        y: 0,
        zoom: 1.16,
      },
      to: {
        x: 0.9,
        y: 0.1,
        zoom: 1.2,
      },
    },
    {
      seed: 'summer hills',
      kind: 'ridges',
      palette: 'jade',
      durationSec: 10,
      weather: 'dust',
      from: {
        x: 0.8,
        y: 0.59,
        zoom: 1.3,
      },
      to: {
        x: -0.8,
        y: 0.71,
        zoom: 1.16,
      },
    },
    {
      seed: 'summer table',
      kind: 'table',
      palette: 'moss',
      durationSec: 8,
      from: {
        x: -0.6,
        y: -0.5,
        zoom: 1.3,
      },
      to: {
        x: 0.4,
        y: 0.5,
        zoom: 1.14,
      },
    },
    {
      seed: 'summer dusk',
      kind: 'sea',
      palette: 'dawn',
      durationSec: 10,
      from: {
        x: 0.8,
        y: 0.1,
        zoom: 1.16,
      },
      to: {
        x: -0.4,
        y: -0.2,
        zoom: 1.28,
      },
    },
    {
      seed: 'summer again',
      kind: 'summer',
      palette: 'dawn',
      durationSec: 14,
      from: {
        x: 0.7,
        y: 0.47,
        zoom: 1.14,
      },
      to: {
        x: -0.6,
        y: 0.8,
        zoom: 1.26,
      },
    },
  ],
  lines: [
    { fromSec: 8, toSec: 12, text: '外婆说，风筝飞过的地方都会记得你。' },
    { fromSec: 14, toSec: 18, text: '我坐了一整天的慢车来找她。' },
    { fromSec: 25, toSec: 29, text: '山还是那几座，只是都矮了一点。' },
    { fromSec: 35, toSec: 39, text: '饭桌上多摆了一双筷子。' },
    { fromSec: 43.5, toSec: 48, text: '她把线轴交给我，什么也没有说。' },
    { fromSec: 53, toSec: 57.5, text: '那天傍晚，风从背后推了我一下。' },
  ],
  score: {
    key: 60,
    mode: 'major',
    tempo: 84,
    beatsPerChord: 4,
    chords: [1, 5, 6, 4, 1, 3, 4, 5],
    arpeggio: [0, 1, 2, 3, 4, 3, 2, 1],
    pluck: 'harp',
    lead: 'flute',
    ambience: 'wind',
  },
}
