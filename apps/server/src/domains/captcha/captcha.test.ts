import { captcha as captchaCall, replyCode } from '@yunmu/contract'
import { captchaProof } from '@yunmu/contract/captcha-proof'
import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import type { RateLimit } from '../../platform/http/rate-limits.ts'
import { RefusalError } from '../../platform/http/refusal-error.ts'
import { proofFor } from '../../testing/captcha.ts'
import { localChannel } from '../../platform/process/worker-channel.ts'
import { buildTestApp, type TestApp } from '../../testing/test-app.ts'
import { captchaText, drawCaptcha } from './captcha-picture.ts'
import { createCaptcha, type Captcha } from './index.ts'
import { runSchedule } from '../../testing/modules.ts'

let t: TestApp
let captcha: Captcha
/** Where `randomInt` always returns 0. */
const answer = 'AAAA'
const home = '203.0.113.7'
beforeAll(async () => {
  t = await buildTestApp()
  captcha = create(0)
})

/** `randomInt` always returns `drawn`. */
const create = (drawn: number, proofLimit?: RateLimit): Captcha =>
  createCaptcha(
    { ...t.platform, channel: localChannel() },
    { randomInt: () => drawn, ...(proofLimit && { proofLimit }) },
  )
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
  const lettered = create(3)
  const { captchaId } = await lettered.create(home)
  expect(await lettered.check(captchaId, 'bbbb', home)).toBe(false)
  expect(await lettered.check(captchaId, '', home)).toBe(false)
  expect(await lettered.check(captchaId, ' ＨｈＨh ', home)).toBe(true)
})

describe('a proof of work', () => {
  test('[D01] for another captcha, an incomplete one or one from another network is refused', async () => {
    const [id, other] = [await make(), await make()]
    const proof = proofFor(id)
    expect(await captcha.check(other, proof, home)).toBe(false)
    expect(await captcha.check(id, proof.slice(0, proof.lastIndexOf('.')), home)).toBe(false)
    expect(await captcha.check(id, `proof:${'0.'.repeat(captchaProof.parts - 1)}0`, home)).toBe(false)
    expect(await captcha.check(id, proof, '203.0.114.7')).toBe(false)
    // Two of them counted as tries; a third wrong one makes the captcha worthless.
    await captcha.check(id, 'zzzz', home)
    expect(await captcha.check(id, proof, home)).toBe(false)
  })

  test('[D01] passes in place of what the picture shows, once, and not after five minutes', async () => {
    const id = await make()
    const proof = proofFor(id)
    const checks = await Promise.all(Array.from({ length: 20 }, () => captcha.check(id, proof, home)))
    expect(checks.filter(Boolean)).toHaveLength(1)
    const late = await make()
    const before = t.clock.nowMs()
    t.clock.set(before + 300_000)
    expect(await captcha.check(late, proofFor(late), home)).toBe(false)
    t.clock.set(before)
  })
})

test('[D01] beyond the rate of its network a proof is refused, also of concurrent ones, and the picture still passes', async () => {
  const limited = create(0, { points: 2, perSec: 600 })
  const solve = async (address: string, how: 'proof' | 'picture' = 'proof') => {
    const { captchaId } = await limited.create(address)
    const solution = how === 'proof' ? proofFor(captchaId) : answer
    return () =>
      limited
        .check(captchaId, solution, address)
        .catch((err: unknown) => (err instanceof RefusalError ? err.refusal : err))
  }
  const checks = [await solve('198.51.100.1'), await solve('198.51.100.2'), await solve('198.51.100.3')]
  const outcomes = await Promise.all(checks.map((check) => check()))
  expect(outcomes.map(String).toSorted()).toEqual(['CaptchaByPicture', 'true', 'true'])
  expect(await (await solve('198.51.100.1', 'picture'))()).toBe(true)
  expect(await (await solve('198.51.101.1'))()).toBe(true)
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

  test('[D01] has of letters that look alike only one, and no digits', () => {
    const used = new Set(Array.from({ length: 200 }, (_, at) => captchaText(1, (below) => at % below)))
    for (const alike of ['EF', 'HKMN', 'PR', 'TY', 'UV', 'CG', 'OQD', 'IJL', 'XK', 'A4', 'B8', 'S5', 'Z2'])
      expect([...alike].filter((letter) => used.has(letter)).length).toBeLessThanOrEqual(1)
    expect([...used].join('')).toMatch(/^[A-Z]{9}$/)
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
