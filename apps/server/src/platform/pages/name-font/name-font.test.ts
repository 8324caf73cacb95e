import { programme } from '@yunmu/demo'
import { nameFontPath, nameFontUrl } from '@yunmu/urls'
import { toTraditional } from '@yunmu/zh'
import Fastify, { type FastifyInstance, type LightMyRequestResponse } from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { admissionBounds, createAdmission, type Admission } from '../../http/admission/admission.ts'
import { createRateLimits } from '../../http/rate-limits.ts'
import { RefusalError } from '../../http/refusal-error.ts'
import { createGlyphReader, glyphIdsOf, type FontTables } from './font-tables.ts'
import { installNameFont } from './name-font.ts'
import { readWoff2, writeWoff2 } from './woff2.ts'

const admissionOf = (overloaded: () => boolean): Admission =>
  createAdmission({ bounds: { ...admissionBounds.picture, maxRunning: 1 }, overloaded })
const openApp = (admission = admissionOf(() => false)): FastifyInstance => {
  const app = Fastify()
  app.setErrorHandler(async (err) => (err instanceof RefusalError ? err.refusal : 'failed'))
  installNameFont(app, { limits: createRateLimits(), admission })
  onTestFinished(() => app.close())
  return app
}

const codesOf = (text: string): Set<number> => new Set([...text].map((character) => character.codePointAt(0) ?? 0))
const requestFont = (text: string): Promise<LightMyRequestResponse> => openApp().inject(nameFontUrl(codesOf(text)))
const requestRefusal = async (url: string, app = openApp()): Promise<string> => (await app.inject(url)).body
const charactersOf = (tables: FontTables): string => String.fromCodePoint(...glyphIdsOf(tables).keys())

test('an address of the font for names that no page builds is refused', async () => {
  for (const query of ['', '?c=', '?c=5e554e91', '?c=4e91&c=5e55', '?c=云幕', '?c=4e91&x=1', '?c=4e91&', '?c=%34e91'])
    await expect(requestRefusal(encodeURI(nameFontPath + query)), query).resolves.toBe('NoSuchAddress')
})

test('code points of other scripts are refused', async () => {
  for (const codes of ['0041', '3042', '4dff', '4e91a000', 'ac00', 'ffff'])
    await expect(requestRefusal(`${nameFontPath}?c=${codes}`), codes).resolves.toBe('NoSuchAddress')
})

test('on a busy station a new file is refused, and one that was made before is served', async () => {
  let isBusy = false
  const app = openApp(admissionOf(() => isBusy))
  const url = nameFontUrl(codesOf('云幕'))
  const made = await app.inject(url)
  isBusy = true
  expect((await app.inject(url)).rawPayload).toEqual(made.rawPayload)
  await expect(requestRefusal(nameFontUrl(codesOf('云')), app)).resolves.toBe('Overloaded')
})

test('what several visitors ask for at once is made once', async () => {
  const admission = admissionOf(() => false)
  const app = openApp(admission)
  const url = nameFontUrl(codesOf('云幕'))
  const replies = await Promise.all([1, 2, 3].map(() => app.inject(url)))
  expect(new Set(replies.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
  expect(admission.counts()).toMatchObject({ admitted: 1, refused: 0 })
})

test('a file has exactly the characters that were asked for, each as wide as high, and is cached for a year', async () => {
  const reply = await requestFont('長安云幕')
  expect(reply.headers).toMatchObject({
    'content-type': 'font/woff2',
    'cache-control': 'public, max-age=31536000, immutable',
  })
  const tables = await readWoff2(reply.rawPayload)
  expect(charactersOf(tables)).toBe('云安幕長')
  const glyphAt = createGlyphReader(tables)
  for (const id of [1, 2, 3, 4]) {
    const { advance, outline } = glyphAt(id)
    expect(advance).toBe(tables.get('head')?.readUInt16BE(18))
    expect(outline.readInt16BE(0)).toBeGreaterThan(0)
  }
})

test('characters that the font lacks are left out', async () => {
  expect(charactersOf(await readWoff2((await requestFont('云龘幕')).rawPayload))).toBe('云幕')
})

test('the names of the demonstration programme can be set in either script, in less than 60 kB for two hundred characters', async () => {
  const names = programme.map(({ name }) => name)
  const all = codesOf(names.flatMap((name) => [name, toTraditional(name)]).join(''))
  const chinese = [...all].filter((code) => code >= 0x4e00 && code <= 0x9fff)
  expect(chinese.length).toBeGreaterThan(200)
  for (let at = 0; at < chinese.length; at += 200) {
    const codes = new Set(chinese.slice(at, at + 200))
    const { rawPayload } = await openApp().inject(nameFontUrl(codes))
    expect(rawPayload.length).toBeLessThan(60_000)
    expect(new Set(glyphIdsOf(await readWoff2(rawPayload)).keys())).toEqual(codes)
  }
})

test('a web font is read as it was written', async () => {
  const tables = new Map([
    ['glyf', Buffer.alloc(20_000, 'outline')],
    ['head', Buffer.from('head')],
  ])
  expect(await readWoff2(await writeWoff2(tables, { quality: 5 }))).toEqual(tables)
  await expect(readWoff2(Buffer.alloc(48))).rejects.toThrow('not a web font')
})
