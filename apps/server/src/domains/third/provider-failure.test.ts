import { expect, test } from 'vitest'
import { EgressError } from '../../platform/egress/egress.ts'
import { failureReason } from './provider-failure.ts'

test('[E04] a failure is described in fixed words, never in those from outside', () => {
  const secret = 'eyJhbGciOiJSUzI1NiJ9.secret'
  const parse = new SyntaxError(`Unexpected token in {"access_token":"${secret}"}`)
  expect(failureReason(Object.assign(new Error(secret, { cause: parse }), { code: 'OAUTH_PARSE_ERROR' }))).toBe(
    'OAUTH_PARSE_ERROR',
  )
  expect(failureReason(Object.assign(new Error(secret), { error: secret }))).toBe('Error')
  expect(
    failureReason(Object.assign(new Error('x'), { code: 'OAUTH_AUTHORIZATION_RESPONSE_ERROR', error: 'denied' })),
  ).toBe('OAUTH_AUTHORIZATION_RESPONSE_ERROR denied')
  const claim = new Error('x', { cause: { claim: 'aud', expected: 'yunmu', claims: { sub: secret } } })
  expect(failureReason(claim)).toBe('aud')
  expect(failureReason(new Error('x', { cause: new EgressError('time') }))).toBe('outside fetch: time')
  expect(failureReason(secret)).toBe('unknown')
})
