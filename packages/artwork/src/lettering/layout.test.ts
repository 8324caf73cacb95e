import fc from 'fast-check'
import { expect, test } from 'vitest'

import { planLettering } from '../draw.ts'
import { kinds } from '../kinds/index.ts'
import { overlaps } from '../scene.ts'
import { posterWidth } from './placement.ts'

const floor = 900 * 0.86
const kind = fc.constantFrom(...kinds)
const chinese = fc
  .array(fc.constantFrom(...'山月照归人临江路九号最后一班渡轮霜降前夜盐田潮间带无来信南窗记远光灯红伞'), {
    minLength: 1,
    maxLength: 40,
  })
  .map((characters) => characters.join(''))
const anything = fc.oneof(
  chinese,
  fc.string({ unit: 'grapheme', maxLength: 60 }),
  fc.string({ unit: 'binary', maxLength: 40 }),
)
const runs = { numRuns: 250 }

test('a title without a character that can be drawn gets no lettering', () => {
  for (const title of ['', '   ', '\u200b\u202e', '\u0000\u001f', '🎬🎬', '\ud800']) {
    expect(planLettering({ seed: 'nothing', shape: 'poster', title })).toBeUndefined()
  }
})

test('backdrops, stills and posters requested without text contain no lettering', () => {
  expect(planLettering({ seed: 'plain', shape: 'backdrop', title: '山月' })).toBeUndefined()
  expect(planLettering({ seed: 'plain', shape: 'still', title: '山月' })).toBeUndefined()
  expect(planLettering({ seed: 'plain', shape: 'poster', title: '山月', lettering: false })).toBeUndefined()
})

test('a picture that is the only character of its title does not repeat it', () => {
  expect(planLettering({ seed: 'once', shape: 'poster', kind: 'character', title: '盐' })).toBeUndefined()
})

test('lettering of any title stays out of the lowest 14 % and, unless the frame cuts it on purpose, inside the frame', () => {
  fc.assert(
    fc.property(kind, fc.string(), anything, anything, anything, (name, seed, title, latin, credit) => {
      const plan = planLettering({ seed, shape: 'poster', kind: name, title, latin, credit })
      for (const box of plan?.lettering.boxes ?? []) {
        expect(box.y).toBeGreaterThanOrEqual(0)
        expect(box.y + box.height).toBeLessThanOrEqual(floor)
        if (plan?.lettering.bleeds === true) continue
        expect(box.x).toBeGreaterThanOrEqual(0)
        expect(box.x + box.width).toBeLessThanOrEqual(posterWidth)
      }
    }),
    runs,
  )
})

test('lettering of any title stays out of the upper corners, where pages show that it is new or locked', () => {
  const corner = { y: 0, width: 150, height: 126 }
  const corners = [
    { ...corner, x: 0 },
    { ...corner, x: posterWidth - corner.width },
  ]
  fc.assert(
    fc.property(kind, fc.string(), anything, anything, anything, (name, seed, title, latin, credit) => {
      const plan = planLettering({ seed, shape: 'poster', kind: name, title, latin, credit })
      for (const box of plan?.lettering.boxes ?? []) expect(corners.filter((each) => overlaps(box, each))).toEqual([])
    }),
    runs,
  )
})

test('every Chinese title finds a place on every kind, and never over its subject', () => {
  fc.assert(
    fc.property(kind, fc.string(), chinese, (name, seed, title) => {
      const plan = planLettering({ seed, shape: 'poster', kind: name, title, latin: 'The Long Way Home' })
      if (name === 'character' && title.length === 1) return
      const boxes = plan?.lettering.boxes ?? []
      expect(boxes.length).toBeGreaterThan(0)
      for (const box of boxes) expect(plan?.subjects.filter((subject) => overlaps(box, subject))).toEqual([])
    }),
    runs,
  )
})

test('no two characters of a title cover each other', () => {
  fc.assert(
    fc.property(kind, fc.string(), chinese, (name, seed, title) => {
      const plan = planLettering({ seed, shape: 'poster', kind: name, title })
      if (plan?.lettering.bleeds !== false) return
      const boxes = plan.lettering.glyphs.map((glyph) => ({
        x: glyph.x - (glyph.size * glyph.scaleX) / 2 + 0.5,
        y: glyph.y - (glyph.size * glyph.scaleY * 0.94) / 2 + 0.5,
        width: glyph.size * glyph.scaleX - 1,
        height: glyph.size * glyph.scaleY * 0.94 - 1,
      }))
      for (const [index, box] of boxes.entries()) {
        expect(boxes.slice(index + 1).some((other) => overlaps(box, other))).toBe(false)
      }
    }),
    runs,
  )
})
