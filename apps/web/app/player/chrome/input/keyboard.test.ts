import { expect, test } from 'vitest'
import { commandOf, isKeyTaken, type PlayerCommand } from './keyboard.ts'

const press = (
  key: string,
  held: { shiftKey?: boolean; ctrlKey?: boolean; altKey?: boolean; metaKey?: boolean } = {},
) => commandOf({ key, shiftKey: false, ctrlKey: false, altKey: false, metaKey: false, ...held })

test.each(['ctrlKey', 'altKey', 'metaKey'] as const)('[F08] no key with %s is handled by the player', (held) => {
  for (const key of [' ', 'f', 'ArrowLeft', 'P', '0', '?']) expect(press(key, { [held]: true })).toBeNull()
})

test.each(['a', 'Tab', 'F5', 'Shift', 'q'])('[F08] %s is not handled by the player', (key) => {
  expect(press(key)).toBeNull()
})

test.each<[string, PlayerCommand]>([
  [' ', { do: 'toggle' }],
  ['k', { do: 'toggle' }],
  ['K', { do: 'toggle' }],
  ['ArrowLeft', { do: 'seekBy', sec: -5 }],
  ['ArrowRight', { do: 'seekBy', sec: 5 }],
  ['j', { do: 'seekBy', sec: -10 }],
  ['l', { do: 'seekBy', sec: 10 }],
  [',', { do: 'stepFrame', frames: -1 }],
  ['.', { do: 'stepFrame', frames: 1 }],
  ['ArrowUp', { do: 'volumeBy', by: 0.05 }],
  ['ArrowDown', { do: 'volumeBy', by: -0.05 }],
  ['m', { do: 'mute' }],
  ['0', { do: 'seekToShare', share: 0 }],
  ['7', { do: 'seekToShare', share: 0.7 }],
  ['f', { do: 'fullscreen' }],
  ['w', { do: 'wide' }],
  ['p', { do: 'pictureInPicture' }],
  ['c', { do: 'subtitles' }],
  ['d', { do: 'danmaku' }],
  ['Enter', { do: 'danmakuField' }],
  ['Home', { do: 'seekToShare', share: 0 }],
  ['End', { do: 'seekToShare', share: 1 }],
  ['Escape', { do: 'leave' }],
  ['?', { do: 'toggleShortcuts' }],
])('[F08] %s triggers %o', (key, command) => {
  expect(press(key)).toEqual(command)
})

test.each<[string, PlayerCommand]>([
  ['<', { do: 'rateStep', steps: -1 }],
  ['>', { do: 'rateStep', steps: 1 }],
  ['?', { do: 'toggleShortcuts' }],
  ['N', { do: 'nextEpisode' }],
  ['P', { do: 'previousEpisode' }],
])('[F08] Shift and %s trigger %o', (key, command) => {
  expect(press(key, { shiftKey: true })).toEqual(command)
})

test.each([
  ['k', { tagName: 'INPUT', type: 'text' }, true],
  ['k', { tagName: 'TEXTAREA' }, true],
  ['k', { tagName: 'DIV', isContentEditable: true }, true],
  [' ', { tagName: 'BUTTON' }, true],
  ['Enter', { tagName: 'A' }, true],
  ['k', { tagName: 'BUTTON' }, false],
  ['ArrowLeft', { tagName: 'INPUT', type: 'range' }, false],
  [' ', { tagName: 'BODY' }, false],
])('[F08] %j on %o is handled by the element: %s', (key, target, isTaken) => {
  expect(isKeyTaken(key, target)).toBe(isTaken)
})
