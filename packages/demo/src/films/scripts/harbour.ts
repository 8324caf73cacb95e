import type { FilmScript } from '../film-script.ts'

export const harbour: FilmScript = {
  name: 'harbour',
  title: '守灯人',
  latin: 'Keeper of the Light',
  closing: '灯亮着，船就敢回来',
  scenes: [
    {
      seed: 'harbour dusk',
      kind: 'sea',
      palette: 'ember',
      durationSec: 13,
      from: {
        x: -0.9,
        y: -0.3,
        zoom: 1.14,
      },
      to: {
        x: 0.7,
        y: 0.2,
        zoom: 1.24,
      },
    },
    {
      seed: 'harbour hills',
      kind: 'ridges',
      palette: 'ember',
      durationSec: 10,
      weather: 'dust',
      from: {
        x: 0.9,
        y: 0.65,
        zoom: 1.22,
      },
      to: {
        x: -0.7,
        y: 0.74,
        zoom: 1.22,
      },
    },
    {
      seed: 'harbour lane',
      kind: 'alley',
      palette: 'steel',
      durationSec: 11,
      weather: 'rain',
      from: {
        x: -0.4,
        y: 0.8,
        zoom: 1.1,
      },
      to: {
        x: 0.5,
        y: 0.71,
        zoom: 1.34,
      },
    },
    {
      seed: 'harbour face',
      kind: 'profile',
      palette: 'ember',
      durationSec: 10,
      from: {
        x: 0.8,
        y: -0.4,
        zoom: 1.3,
      },
      to: {
        x: -0.5,
        y: 0.2,
        zoom: 1.14,
      },
    },
    {
      seed: 'harbour last light',
      kind: 'sea',
      palette: 'sodium',
      durationSec: 16,
      from: {
        x: 0.9,
        y: 0.4,
        zoom: 1.3,
      },
      to: {
        x: -0.8,
        y: -0.3,
        zoom: 1.12,
      },
    },
  ],
  lines: [
    { fromSec: 8, toSec: 12, text: '每个月初七，邮船靠岸。' },
    { fromSec: 14, toSec: 18, text: '信从来没有署名，' },
    { fromSec: 18.5, toSec: 22.5, text: '可是他认得那股潮气。' },
    { fromSec: 25, toSec: 29.5, text: '雨夜里，巷子只认得脚步声。' },
    { fromSec: 35.5, toSec: 39.5, text: '他把一整片海，都放在心里晾着。' },
    { fromSec: 45.5, toSec: 50, text: '有人问他：守了一辈子，守的是什么？' },
  ],
  score: {
    key: 57,
    mode: 'minor',
    tempo: 64,
    beatsPerChord: 4,
    chords: [1, 6, 3, 7],
    arpeggio: [0, 2, 3, 2, 1, 2, 4, 2],
    pluck: 'piano',
    lead: 'flute',
    ambience: 'waves',
  },
}
