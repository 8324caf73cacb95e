import fc from 'fast-check'
import { expect, test } from 'vitest'

import { drawCrest, drawEmblem } from './crest.ts'
import { drawArtwork, drawLayers } from './draw.ts'
import type { Shape } from './draw.ts'
import { kinds } from './kinds/index.ts'
import { palettes } from './palettes.ts'

const shapes = ['poster', 'backdrop', 'still'] as const satisfies readonly Shape[]
const everything = kinds.flatMap((kind) => shapes.map((shape) => ({ kind, shape })))

/**
 * Checks that a document is well-formed XML 1.0 without a document type: nesting, attributes, references, characters.
 */
function expectWellFormed(svg: string): void {
  expect(svg.isWellFormed()).toBe(true)
  expect(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u.test(svg)).toBe(false)
  const open: string[] = []
  const token =
    /<(?<close>\/?)(?<name>[a-zA-Z]+)(?<attributes>(?: [a-zA-Z0-9:-]+="[^"<&]*(?:&#\d+;[^"<&]*)*")*)(?<empty>\/?)>|(?<text>[^<]+)/gy
  let read = 0
  for (const match of svg.matchAll(token)) {
    read += match[0].length
    const { name = '', text, close, empty, attributes = '' } = match.groups ?? {}
    if (text !== undefined) expect(text.replaceAll(/&#\d+;/g, '')).not.toMatch(/[&>]/)
    else if (close === '/') expect(open.pop()).toBe(name)
    else if (empty !== '/') open.push(name)
    const names = [...attributes.matchAll(/ ([a-zA-Z0-9:-]+)="/g)].map(([, attribute]) => attribute)
    expect(new Set(names).size).toBe(names.length)
  }
  expect(read).toBe(svg.length)
  expect(open).toEqual([])
}

/** Checks that no number is NaN, infinite or missing, and that every reference has a definition. */
function expectSoundDrawing(svg: string): void {
  expect(svg.match(/NaN|Infinity|undefined|null|\de-\d/)).toBeNull()
  const ids = [...svg.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)
  expect(new Set(ids).size).toBe(ids.length)
  for (const [, id] of svg.matchAll(/url\(#([^)]+)\)/g)) expect(ids).toContain(id)
}

test('every kind in every shape is a well-formed, sound drawing of its size', () => {
  for (const { kind, shape } of everything) {
    const artwork = drawArtwork({ seed: `check ${kind}`, kind, shape, title: '山月照归人', latin: 'The Long Way Home' })
    expectWellFormed(artwork.svg)
    expectSoundDrawing(artwork.svg)
    expect([artwork.width, artwork.height]).toEqual(shape === 'poster' ? [600, 900] : [1600, 900])
    expect(artwork.focus).toBeGreaterThan(0)
    expect(artwork.focus).toBeLessThan(1)
    expect(artwork.ink).toMatch(/^#[0-9a-f]{6}$/)
    expect(artwork.kind).toBe(kind)
  }
})

test('every palette can draw every kind', () => {
  for (const palette of Object.keys(palettes)) {
    for (const kind of kinds) {
      const name = Object.keys(palettes).find((known): known is keyof typeof palettes => known === palette)
      if (name === undefined) throw new Error(`No palette ${palette}`)
      expectSoundDrawing(drawArtwork({ seed: palette, shape: 'poster', kind, palette: name }).svg)
    }
  }
})

test('the same request gives the same picture, another seed another one', () => {
  for (const { kind, shape } of everything) {
    const request = { seed: '归人', kind, shape, title: '归人' }
    expect(drawArtwork(request)).toEqual(drawArtwork(request))
    expect(drawArtwork({ ...request, seed: '归人二' }).svg).not.toBe(drawArtwork(request).svg)
  }
})

test('a title changes no line of the scene behind it', () => {
  const plain = drawLayers({ seed: 'scene', kind: 'ridges', shape: 'poster' })
  expect(drawLayers({ seed: 'scene', kind: 'ridges', shape: 'poster', title: '远山' })).toEqual(plain)
})

test('hostile titles stay text', () => {
  const hostile = [
    '</text><script>alert(1)</script>',
    '"/><image href="http://example.com/x.png"/>',
    ']]>&xxe;<!ENTITY a "b">',
    '\u0000\u0008\u001b[31m山\ufffe\uffff',
    '\ud800山\udc00',
    '\u202e山月\u2066',
    `山${'\u0301'.repeat(5000)}`,
    '山'.repeat(10_000),
  ]
  for (const title of hostile) {
    for (const kind of kinds) {
      const { svg } = drawArtwork({ seed: title, shape: 'poster', kind, title, latin: title, credit: title })
      expectWellFormed(svg)
      expect(svg.match(/<script|<image|<!/)).toBeNull()
    }
  }
})

test('any title, seed and small line give a well-formed document', () => {
  const text = fc.string({ unit: 'binary', maxLength: 40 })
  fc.assert(
    fc.property(text, text, text, fc.constantFrom(...kinds), (seed, title, latin, kind) => {
      expectWellFormed(drawArtwork({ seed, shape: 'poster', kind, title, latin, credit: title }).svg)
    }),
    { numRuns: 120 },
  )
})

test('pictures in one document do not share an id', () => {
  const first = drawArtwork({ seed: 'one', shape: 'poster', kind: 'sea' }).svg
  const second = drawArtwork({ seed: 'two', shape: 'poster', kind: 'sea' }).svg
  const idsOf = (svg: string): Set<string> =>
    new Set([...svg.matchAll(/ id="([^"]+)"/g)].map((match) => match[1] ?? ''))
  expect(idsOf(first).isDisjointFrom(idsOf(second))).toBe(true)
})

test('layers are three to five planes from back to front in the frame of the whole picture', () => {
  for (const { kind, shape } of everything) {
    const { layers, width, height } = drawLayers({ seed: 'film', kind, shape, title: '远山' })
    expect(layers.length).toBeGreaterThanOrEqual(3)
    expect(layers.length).toBeLessThanOrEqual(5)
    expect(layers.map((layer) => layer.depth)).toEqual(layers.map((layer) => layer.depth).toSorted((a, b) => a - b))
    expect(layers[0]?.depth).toBe(0)
    for (const layer of layers) {
      expectWellFormed(layer.svg)
      expectSoundDrawing(layer.svg)
      expect(layer.svg).toContain(`viewBox="0 0 ${width} ${height}"`)
    }
  }
})

test('a crest is well-formed, in its colours, and the same for the same team', () => {
  const names = Array.from(
    { length: 60 },
    (_, index) => `${['江海', '<云&岭>', '岚山虎', '石桥', 'FC'][index % 5]}${index}`,
  )
  const crests = new Set(names.flatMap((name) => [drawCrest(name), drawCrest(name, ['#123456', '#fedcba'])]))
  expect(crests.size).toBe(120)
  for (const svg of [...crests, ...names.map(drawEmblem)]) {
    expectWellFormed(svg)
    expectSoundDrawing(svg)
  }
  for (const name of names) expect(drawCrest(name, ['#123456', '#fedcba'])).toContain('#123456')
  expect(drawCrest('<海港>')).toBe(drawCrest('<海港>'))
})

test('a crest has at most two characters of the name', () => {
  for (const name of ['江海港务', '朔原骏马', '沧屿巨鲸', '琴屿朝阳', '雾港灯塔', '临江联合'])
    for (const [, text = ''] of `${drawCrest(name)}${drawEmblem(name)}`.matchAll(/<text[^>]*>([^<]*)</g))
      expect([name.slice(0, 1), name.slice(0, 2)]).toContain(text)
})
