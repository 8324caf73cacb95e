import { calls, replyCode, type Call } from '@yunmu/contract'
import { segmentNames } from '@yunmu/contract/wire'
import { beforeAll, describe, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from './testing/test-app.ts'

let t: TestApp
beforeAll(async () => {
  t = await buildTestApp()
})

/** The call's address with something harmless in every segment. */
const somewhere = (call: Call): string =>
  segmentNames(call.path).reduce((path, name) => path.replace(`:${name}`, '1'), call.path)

/** A POST without anything in it. */
const bodyOf = (call: Call) => (call.method === 'POST' ? { payload: {} } : {})

test('[K01] no two calls share a name, nor a method and path', () => {
  expect(new Set(calls.map(({ name }) => name)).size).toBe(calls.length)
  expect(new Set(calls.map(({ method, path }) => `${method} ${path}`)).size).toBe(calls.length)
})

test('[K01] GET calls stand under /v1, POST calls do not', () => {
  for (const { method, path } of calls) expect(path.startsWith('/v1/')).toBe(method === 'GET')
})

describe.each<Call>([...calls])('$name', (call) => {
  test('[K01] is mounted at its path', () => {
    expect(t.app.hasRoute({ method: call.method, url: call.path })).toBe(true)
  })

  test('[E07] turns away who may not make it, before the input is looked at', async () => {
    const response = await t.app.inject({ method: call.method, url: somewhere(call), ...bodyOf(call) })
    if (call.caller === 'visitor') expect(response.json().code).not.toBe(replyCode.loginNeeded)
    else expect(response.json().code).toBe(replyCode.loginNeeded)
  })

  test('[K05] a token that was tampered with is refused with code 16', async () => {
    const token = `${(await t.tokenOf('lin')).slice(0, -4)}AAAA`
    const [_he, _pl, _si] = token.split('.')
    const url = `${somewhere(call)}?${new URLSearchParams({ _he: _he ?? '', _pl: _pl ?? '', _si: _si ?? '' }).toString()}`
    const response = await t.app.inject({
      method: call.method,
      url,
      ...bodyOf(call),
    })
    expect(response.json()).toMatchObject({ code: replyCode.tokenInvalid, data: { refusal: 'TokenInvalid' } })
  })

  test('[K02] a GET without a fresh time signature is refused with code 17 and the server clock', async () => {
    if (call.method !== 'GET') return
    const response = await t.app.inject({ method: 'GET', url: `${somewhere(call)}?_vv=1000000000.${'A'.repeat(22)}` })
    expect(response.json()).toMatchObject({
      code: replyCode.notAvailable,
      data: { now: Math.floor(t.clock.nowMs() / 1000) },
    })
  })

  test('[K05] a POST from a page of another site is refused', async () => {
    if (call.method !== 'POST') return
    const response = await t.app.inject({
      method: 'POST',
      url: call.path,
      payload: {},
      headers: { origin: 'https://elsewhere.example' },
    })
    expect(response.statusCode).toBe(403)
  })

  test('a character that no text may hold is refused in every field, not a failure', async () => {
    const { send } = call
    const fields = 'shape' in send && send.shape instanceof Object ? Object.keys(send.shape) : []
    const filled = Object.fromEntries(fields.map((field) => [field, 'a\0b']))
    const url = segmentNames(call.path).reduce((path, name) => path.replace(`:${name}`, 'a%00b'), call.path)
    const [_he, _pl, _si] = (await t.tokenOf('lin')).split('.')
    const token = new URLSearchParams({ _he: _he ?? '', _pl: _pl ?? '', _si: _si ?? '' }).toString()
    const response = await t.app.inject({
      method: call.method,
      url: `${url}?${token}`,
      ...(call.method === 'POST' ? { payload: filled } : {}),
    })
    expect(response.statusCode).toBeLessThan(500)
  })

  test('answers an envelope whatever is sent, never a stack', async () => {
    const hostile = encodeURIComponent('\'"><script>\u0000..//%')
    const url = segmentNames(call.path).reduce((path, name) => path.replace(`:${name}`, hostile), call.path)
    const response = await t.app.inject({
      method: call.method,
      url,
      ...(call.method === 'POST' ? { payload: { id: hostile } } : {}),
    })
    expect(response.statusCode).toBeLessThan(500)
    expect(response.json()).toHaveProperty('code')
    expect(response.body).not.toMatch(/node_modules|at .*\.ts/)
  })
})
