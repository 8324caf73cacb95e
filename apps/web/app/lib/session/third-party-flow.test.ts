import { expect, test } from 'vitest'
import { parseReturn } from './third-party-flow.ts'

const mark = '0123456789abcdef'
const begun = { intent: 'login', mark, userId: 0 } as const

test('[E04] a ticket that this page did not request is refused, whoever signed it', () => {
  const refused = { intent: 'login', userId: 0, ticket: null }
  expect(parseReturn('#ticket=id.secret&type=oidc', null)).toEqual(refused)
  expect(parseReturn('#ticket=id.secret&type=oidc', { intent: 'bind', mark, userId: 7 })).toEqual(refused)
  expect(parseReturn(`#ticket=id.secret&type=oidc&mark=${mark}x`, begun)).toEqual(refused)
})

test('[E04] other fragments are ignored, and a failure is reported', () => {
  for (const fragment of ['', '#', '#content', '#ticket=', '#ticket=id', '#ticket=.secret', '#third=other'])
    expect(parseReturn(fragment, begun)).toBeUndefined()
  expect(parseReturn('#third=failed', { intent: 'bind', mark, userId: 7 })).toEqual({
    intent: 'bind',
    userId: 7,
    ticket: null,
  })
})

test('[E04] a ticket that this page requested is accepted with its purpose and user', () => {
  expect(parseReturn(`#ticket=id.secret&type=oidc&mark=${mark}`, { intent: 'bind', mark, userId: 7 })).toEqual({
    intent: 'bind',
    userId: 7,
    ticket: { authType: 'oidc', accessToken: 'id', accessSecret: 'secret' },
  })
})
