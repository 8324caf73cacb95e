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
