import { computeProof } from '@yunmu/contract/captcha-proof'
import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import { answerHash } from '../domains/captcha/index.ts'
import { createKeyedHash } from '../platform/process/keyed-hash.ts'
import { networkOf } from '../platform/http/network.ts'

const captcha = 'q7wz'

/**
 * Solves a captcha by replacing its stored answer. This requires the database and the station's key, which visitors do not
 * have; the product itself has no bypass. Returns the fields to send.
 */
export async function readCaptcha(
  { pool, tokenKey }: { pool: pg.Pool; tokenKey: string },
  captchaId: string,
): Promise<{ captcha: string; captcha_id: string }> {
  const hash = answerHash(createKeyedHash(tokenKey), captchaId, captcha)
  await pool.query('update captcha set answer_hash = $2 where id = $1', [captchaId, hash])
  return { captcha, captcha_id: captchaId }
}

/** A proof of work for a captcha, computed as a browser does. */
export function proofFor(captchaId: string): string {
  const work = computeProof(captchaId)
  for (;;) {
    const step = work.next()
    if (step.done) return step.value
  }
}

/**
 * Makes the station demand a captcha, as after failures or a burst, until `untilMs`. `key` names the counter: `login <name>`,
 * `code register <e-mail address>`, `form from <address>`, ….
 */
export async function demandCaptcha(
  { pool, tokenKey }: { pool: pg.Pool; tokenKey: string },
  key: string,
  untilMs: number,
): Promise<void> {
  const hashed = createKeyedHash(tokenKey)('throttle', key).toString('base64url')
  await pool.query(
    `insert into throttle (key, clear_at, blocked_until) values ($1, $2, 0)
     on conflict (key) do update set clear_at = excluded.clear_at, blocked_until = 0`,
    [hashed, Math.floor(untilMs / 1000)],
  )
}

/**
 * A captcha for an address, solved. No picture is drawn, because drawing would take longer than most tests. Returns the
 * fields to send.
 */
export async function captchaOf(
  { pool, tokenKey, nowMs }: { pool: pg.Pool; tokenKey: string; nowMs: number },
  address: string,
): Promise<{ captcha: string; captcha_id: string }> {
  const id = randomBytes(16).toString('base64url')
  const hash = answerHash(createKeyedHash(tokenKey), id, captcha)
  await pool.query('insert into captcha (id, answer_hash, network, expires_at) values ($1, $2, $3, $4)', [
    id,
    hash,
    networkOf(address),
    Math.floor(nowMs / 1000) + 300,
  ])
  return { captcha, captcha_id: id }
}
