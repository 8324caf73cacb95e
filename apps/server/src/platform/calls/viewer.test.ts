import { SignJWT } from 'jose'
import { expect, test } from 'vitest'
import { createTokens } from './viewer.ts'

const nowSec = 1_795_000_000
const nowMs = nowSec * 1000
const secret = (): Uint8Array<ArrayBuffer> => new TextEncoder().encode('t'.repeat(43))
const session = { userId: 7, sessionId: '00000000-0000-4000-8000-000000000007', nowSec, lifetimeSec: 60 }

const base64 = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')

test('[E07] invalid tokens, other algorithms and other signers are refused', async () => {
  const tokens = createTokens(secret())
  const claims = { sub: '7', sid: session.sessionId, iat: nowSec, exp: nowSec + 60 }
  const signed = (alg: string, key: Uint8Array) => new SignJWT(claims).setProtectedHeader({ alg }).sign(key)
  const good = await tokens.issue(session)
  const forged = [
    '',
    '..',
    'a.b.c',
    `${good}x`,
    good.slice(0, -2),
    `${good}.${good}`,
    `${base64({ alg: 'none' })}.${base64(claims)}.`,
    await signed('HS512', new TextEncoder().encode('t'.repeat(64))),
    await signed('HS256', new TextEncoder().encode('u'.repeat(43))),
    await tokens.issue({ ...session, userId: 0 }),
    await tokens.issue({ ...session, userId: 1.5 }),
  ]
  for (const token of forged)
    await expect(tokens.verify(token, nowMs)).rejects.toMatchObject({ refusal: 'TokenInvalid' })
})

test('a signature is verified once, the expiry each time', async () => {
  const key = secret()
  const tokens = createTokens(key)
  const [seen, unseen] = [await tokens.issue(session), await tokens.issue({ ...session, userId: 8 })]
  const claims = { userId: 7, sessionId: session.sessionId, expiresSec: nowSec + 60 }
  expect(await tokens.verify(seen, nowMs)).toEqual(claims)
  // With another key no signature is valid.
  key.fill(1)
  await expect(tokens.verify(unseen, nowMs)).rejects.toMatchObject({ refusal: 'TokenInvalid' })
  expect(await tokens.verify(seen, nowMs + 59_000)).toEqual(claims)
  await expect(tokens.verify(seen, nowMs + 60_000)).rejects.toMatchObject({ refusal: 'TokenExpired' })
})
