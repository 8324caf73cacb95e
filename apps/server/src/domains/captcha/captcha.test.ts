import { captcha as captchaCall, replyCode } from '@yunmu/contract'
import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '../../testing/test-app.ts'
import { captchaText, drawCaptcha } from './captcha-picture.ts'
import { createCaptcha, type Captcha } from './index.ts'
import { runSchedule } from '../../testing/modules.ts'

let t: TestApp
let captcha: Captcha
/** `randomInt` always returns 0. */
const answer = '3333'
const home = '203.0.113.7'
beforeAll(async () => {
  t = await buildTestApp()
  captcha = createCaptcha(t.platform, { randomInt: () => 0 })
})

const make = async (): Promise<string> => (await captcha.create(home)).captchaId

test('[D01] an answer to an unknown captcha is refused', async () => {
  expect(await captcha.check('nothing', answer, home)).toBe(false)
  expect(await captcha.check('', '', home)).toBe(false)
})

test('[D01] an answer from another network is refused, and does not count as a try', async () => {
  const id = await make()
  for (const elsewhere of ['203.0.114.7', '2001:db8::1', '', 'nowhere'])
    expect(await captcha.check(id, answer, elsewhere)).toBe(false)
  expect(await captcha.check(id, answer, '203.0.113.250')).toBe(true)
})

test('[D01] the network of IPv6 is its /48', async () => {
  const { captchaId } = await captcha.create('2001:db8:1:2::3')
  expect(await captcha.check(captchaId, answer, '2001:db8:2:2::3')).toBe(false)
  expect(await captcha.check(captchaId, answer, '2001:db8:1:ffff::9')).toBe(true)
})

test('[D01] after three wrong answers the right one is refused, also of concurrent ones', async () => {
  const id = await make()
  const wrong = await Promise.all(Array.from({ length: 20 }, () => captcha.check(id, '9999', home)))
  expect(wrong).not.toContain(true)
  expect(await captcha.check(id, answer, home)).toBe(false)
})

test('[D01] after five minutes the right answer is refused', async () => {
  const id = await make()
  const before = t.clock.nowMs()
  t.clock.set(before + 300_000)
  expect(await captcha.check(id, answer, home)).toBe(false)
  await runSchedule(captcha.module, 'captcha.removeExpired')
  t.clock.set(before)
  expect(await captcha.check(id, answer, home)).toBe(false)
})

test('[D01] a right answer passes once, also of concurrent ones', async () => {
  const id = await make()
  const checks = await Promise.all(Array.from({ length: 50 }, () => captcha.check(id, answer, home)))
  expect(checks.filter(Boolean)).toHaveLength(1)
})

test('[D01] case and full-width forms are ignored, and two tries may fail before', async () => {
  const lettered = createCaptcha(t.platform, { randomInt: () => 3 })
  const { captchaId } = await lettered.create(home)
  expect(await lettered.check(captchaId, 'bbbb', home)).toBe(false)
  expect(await lettered.check(captchaId, '', home)).toBe(false)
  expect(await lettered.check(captchaId, ' ＡａＡａ ', home)).toBe(true)
})

describe('the picture', () => {
  test('[D01] is a PNG of 224 × 88, different each time, and the database does not contain the answer', async () => {
    const answers = await Promise.all([1, 2].map(() => t.make(captchaCall, {})))
    const pictures = answers.map(({ code, data }) => {
      expect(code).toBe(replyCode.done)
      const { picPath } = captchaCall.reply.parse(data)
      expect(picPath).toMatch(/^data:image\/png;base64,/)
      return Buffer.from(picPath.split(',')[1] ?? '', 'base64')
    })
    for (const picture of pictures) {
      expect(await sharp(picture).metadata()).toMatchObject({
        format: 'png',
        width: 224,
        height: 88,
        isPalette: true,
      })
    }
    expect(pictures[0]?.equals(pictures[1] ?? Buffer.alloc(0))).toBe(false)
    const { captchaId } = await captcha.create(home)
    const { rows } = await t.platform.pool.query('select * from captcha where id = $1', [captchaId])
    expect(JSON.stringify(rows)).not.toContain(answer)
  })

  test('[D01] has no characters that are mistaken for another', () => {
    for (let at = 0; at < 200; at++) expect(captchaText(1, (below) => at % below)).not.toMatch(/[0oO1ilI]/)
  })

  test('[D01] shows its characters: texts drawn with equal randomness differ only at the glyphs', async () => {
    let seed = 1
    const chance = (below: number): number => {
      seed = (seed * 48_271) % 2_147_483_647
      return seed % below
    }
    const drawn = async (text: string): Promise<Buffer> => {
      seed = 7
      return sharp(await drawCaptcha(text, chance))
        .greyscale()
        .raw()
        .toBuffer()
    }
    const [first, second] = [await drawn('WWWW'), await drawn('7777')]
    const differing = first.filter((shade, at) => Math.abs(shade - (second[at] ?? 0)) > 40).length
    expect(differing / first.length).toBeGreaterThan(0.05)
  })
})
