import type pg from 'pg'
import { answerHash } from '../domains/captcha/index.ts'
import { createKeyedHash } from '../platform/keyed-hash.ts'

/**
 * Reads a picture as a person would: writes an answer of our own over the one that is kept. Takes the database and the
 * station's key to do, both of which a test has and a visitor has not; the product itself has no way round a picture.
 * Returns what to send.
 */
export async function readCaptcha(
  { pool, tokenKey }: { pool: pg.Pool; tokenKey: string },
  captchaId: string,
): Promise<{ captcha: string; captcha_id: string }> {
  const captcha = 'q7wz'
  const hash = answerHash(createKeyedHash(tokenKey), captchaId, captcha)
  await pool.query('update captcha set answer_hash = $2 where id = $1', [captchaId, hash])
  return { captcha, captcha_id: captchaId }
}
