import { expect, test } from 'vitest'
import { stepOnTurn } from './turn-rules.ts'

const sideways = { isLandscape: true, isOpen: true, isFilling: false, isByTurn: false }
const upright = { isLandscape: false, isOpen: true, isFilling: true, isByTurn: true }

test.each([
  ['sideways without a picture', { ...sideways, isOpen: false }, null],
  ['sideways in full screen', { ...sideways, isFilling: true }, null],
  ['upright in full screen that a button opened', { ...upright, isByTurn: false }, null],
  ['upright on the page', { ...upright, isFilling: false }, null],
  ['sideways', sideways, 'fill'],
  ['upright again', upright, 'leave'],
])('[F08] a phone turned %s', (_, turn, step) => {
  expect(stepOnTurn(turn)).toBe(step)
})
