import { calls, indexSearchKeywords, replyCode, searchCount, type Call } from '@yunmu/contract'
import { segmentNames, signPath, splitToken } from '@yunmu/contract/wire'
import { beforeAll, describe, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from './testing/test-app.ts'

let t: TestApp
beforeAll(async () => {
  t = await buildTestApp()
  // 梅 is a VIP, and an operator too, so that every call is permitted.
  await t.makeOperator('mei')
  consoleToken = await issue('console')
  accountToken = await issue('account')
})

/** Tokens of 梅's programs. */
let consoleToken = ''
let accountToken = ''
async function issue(scope: 'console' | 'account'): Promise<string> {
  const issued = await t.station.accounts.manager.issueToken('mei', { name: scope, days: 1, scope })
  if (typeof issued === 'string') throw new Error(issued)
  return issued.token
}

const gets: readonly Call[] = calls.filter(({ method }) => method === 'GET')
const posts: readonly Call[] = calls.filter(({ method }) => method === 'POST')

/** The field names of a call's input, including segments. */
const fieldsOf = ({ send }: Call): string[] =>
  'shape' in send && send.shape instanceof Object ? Object.keys(send.shape) : []

interface Sent {
  /** The value of every path segment. */
  segment?: string
  /** The rest of the input, for the query or body. */
  rest?: Record<string, string>
  token?: string
  /** For GET calls; absent signs the path. */
  signature?: string
  headers?: Record<string, string>
}

/** Sends input that a type-checked client could not send. */
function send(call: Call, { segment = '1', rest = {}, token = '', signature, headers = {} }: Sent = {}) {
  const url = segmentNames(call.path).reduce(
    (path, name) => path.replace(`:${name}`, () => encodeURIComponent(segment)),
    String(call.path),
  )
  const query = new URLSearchParams({ ...splitToken(token) })
  if (call.method === 'POST') {
    return t.app.inject({ method: 'POST', url: `${url}?${query.toString()}`, payload: rest, headers })
  }
  query.set('_vv', signature ?? signPath('s'.repeat(43), url, t.clock.nowMs() / 1000))
  for (const [name, value] of Object.entries(rest)) query.set(name, value)
  return t.app.inject({ method: 'GET', url: `${url}?${query.toString()}`, headers })
}

test('[K04] no two calls share a name, nor a method and path', () => {
  expect(new Set(calls.map(({ name }) => name)).size).toBe(calls.length)
  expect(new Set(calls.map(({ method, path }) => `${method} ${path}`)).size).toBe(calls.length)
})

test('GET calls stand under /v1, POST calls do not', () => {
  for (const { method, path } of calls) expect(path.startsWith('/v1/')).toBe(method === 'GET')
})

describe.each<Call>([...calls])('$name', (call) => {
  test('[K04] is mounted at its path', () => {
    expect(t.app.hasRoute({ method: call.method, url: call.path })).toBe(true)
  })

  test('[E07] asks a visitor to log in exactly if the call is not open to visitors, before the input is parsed', async () => {
    const { code } = (await send(call)).json()
    if (call.caller === 'visitor') expect(code).not.toBe(replyCode.loginNeeded)
    else expect(code).toBe(replyCode.loginNeeded)
  })

  test('[K05] a token that was tampered with is refused with code 16', async () => {
    const token = `${(await t.tokenOf('lin')).slice(0, -4)}AAAA`
    const expected = { code: replyCode.tokenInvalid, data: { refusal: 'TokenInvalid' } }
    expect((await send(call, { token })).json()).toMatchObject(expected)
  })

  test('[E07] a token for the console makes the calls of operators only, one for an account all others', async () => {
    const isConsole = call.path.startsWith('/console/')
    expect(call.caller === 'operator').toBe(isConsole)
    const refused = { refusal: 'TokenScope' }
    const [byConsole, byAccount] = [
      (await send(call, { token: consoleToken })).json().data,
      (await send(call, { token: accountToken })).json().data,
    ]
    if (isConsole) {
      expect(byConsole).not.toEqual(refused)
      expect(byConsole).not.toEqual({ refusal: 'OperatorNeeded' })
    } else expect(byConsole).toEqual(refused)
    if (isConsole) expect(byAccount).toEqual(refused)
    else expect(byAccount).not.toEqual(refused)
  })

  test('answers any input with an envelope, never with a stack trace', async () => {
    const hostile = '\'"><script>\u0000..//%'
    const response = await send(call, { segment: hostile, rest: { id: hostile } })
    expect(response.statusCode).toBeLessThan(500)
    expect(response.json()).toHaveProperty('code')
    expect(response.body).not.toMatch(/node_modules|at .*\.ts/)
  })
})

test.each(gets)(
  '[K02] $name without a fresh time signature is refused with code 17 and the server clock',
  async (call) => {
    const signature = `1000000000.${'A'.repeat(22)}`
    expect((await send(call, { token: await t.tokenOf('mei'), signature })).json()).toMatchObject({
      code: replyCode.notAvailable,
      data: { now: Math.floor(t.clock.nowMs() / 1000) },
    })
  },
)

test.each(posts)('[E07] $name from a page of another site is refused', async (call) => {
  const { statusCode } = await send(call, { headers: { origin: 'https://elsewhere.example' } })
  expect(statusCode).toBe(403)
})

/** The input is one text, and its schema removes control characters. */
const removesControls = new Set<string>([indexSearchKeywords.name, searchCount.name])

test.each(calls.filter((call) => fieldsOf(call).length > 0))(
  '$name refuses or removes NUL, which the database cannot store',
  async (call) => {
    const segments = segmentNames(call.path)
    const others = fieldsOf(call).filter((name) => !segments.includes(name))
    const rest = Object.fromEntries(others.map((name) => [name, 'a\0b']))
    const response = await send(call, { token: await t.tokenOf('mei'), segment: 'a\0b', rest })
    if (removesControls.has(call.name)) expect(response.json().code).toBe(replyCode.done)
    else expect([response.statusCode, response.json().data]).toEqual([400, { refusal: 'MalformedRequest' }])
  },
)
