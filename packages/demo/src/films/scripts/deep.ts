import type { FilmScript } from '../film-script.ts'

export const deep: FilmScript = {
  name: 'deep',
  title: '归湾',
  latin: 'Back to the Bay',
  closing: '它记得的路，比地图更早',
  scenes: [
    {
      seed: 'deep surface',
      kind: 'sea',
      palette: 'porcelain',
      durationSec: 12,
      from: {
        x: -0.5,
        y: -0.6,
        zoom: 1.14,
      },
      to: {
        x: 0.3,
        y: 0.9,
        zoom: 1.28,
      },
    },
    {
      seed: 'deep whale',
      kind: 'deep',
      palette: 'porcelain',
      durationSec: 15,
      weather: 'dust',
      from: {
        x: -0.9,
        y: -0.8,
        zoom: 1.3,
      },
      to: {
        x: 0.8,
        y: 0.3,
        zoom: 1.16,
      },
    },
    {
      seed: 'deep light',
      kind: 'shaft',
      palette: 'steel',
      durationSec: 10,
      weather: 'dust',
      from: {
        x: 0.4,
        y: 0.41,
        zoom: 1.32,
      },
      to: {
        x: -0.4,
        y: 0.83,
        zoom: 1.18,
      },
    },
    {
      seed: 'deep trench',
      kind: 'deep',
      palette: 'jade',
      durationSec: 14,
      weather: 'dust',
      from: {
        x: 0.9,
        y: 0.5,
        zoom: 1.16,
      },
      to: {
        x: -0.8,
        y: -0.2,
        zoom: 1.34,
      },
    },
    {
      seed: 'deep bay',
      kind: 'sea',
      palette: 'jade',
      durationSec: 19,
      from: {
        x: 0.8,
        y: 0.6,
        zoom: 1.3,
      },
      to: {
        x: -0.6,
        y: -0.4,
        zoom: 1.12,
      },
    },
  ],
  lines: [
    { fromSec: 7.5, toSec: 11.5, text: '海面只是一层很薄的皮肤。' },
    { fromSec: 14, toSec: 18.5, text: '四百天，它绕了半个地球，' },
    { fromSec: 19, toSec: 23, text: '不靠星星，也不靠灯塔。' },
    { fromSec: 28.5, toSec: 32.5, text: '光走到这里，就不再往下走了。' },
    { fromSec: 39, toSec: 43.5, text: '剩下的路，它唱着走。' },
    { fromSec: 53, toSec: 58, text: '第一次，有人把这首歌听完。' },
  ],
  score: {
    key: 50,
    mode: 'lydian',
    tempo: 58,
    beatsPerChord: 4,
    chords: [1, 2, 5, 1, 6, 2, 4, 5],
    arpeggio: [0, null, 3, null, 2, null, 4, null],
    pluck: 'glass',
    lead: 'strings',
    ambience: 'deep',
  },
}
