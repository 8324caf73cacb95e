import { calls, userLogin, type Call, type Schema } from '@yunmu/contract'
import { queryOf, splitToken } from '@yunmu/contract/wire'
import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from './testing/test-app.ts'

let t: TestApp
beforeAll(async () => {
  t = await buildTestApp()
  // A user who may make every call: a VIP and operator.
  await t.makeOperator('mei')
})

/** The query of a separate session, because one of the calls ends it. */
async function sessionQuery(): Promise<string> {
  const { userId } = t.people.mei
  const [sessionId, nowSec] = [randomUUID(), Math.floor(t.clock.nowMs() / 1000)]
  await t.platform.pool.query(
    'insert into user_session (id, user_id, created_at, expires_at) values ($1, $2, $3, $4)',
    [sessionId, userId, nowSec, nowSec + 3600],
  )
  const token = await t.station.tokens.issue({ userId, sessionId, nowSec, lifetimeSec: 3600 })
  return queryOf({ ...splitToken(token) })
}

/** JSON values of unexpected types, including numbers, texts and lists that resemble others. */
const hostileValues = [
  '{"toString":1}',
  '{"toString":1,"valueOf":1}',
  '{"length":{"toString":1}}',
  '{"size":{"toString":1}}',
  '{"length":1e9}',
  '{"then":1,"toJSON":1}',
  '{"constructor":{"name":1}}',
  '{"__proto__":{"length":1}}',
  '[{"length":{"toString":1}}]',
  '"\\ud800"',
  '"1"',
  '-0',
  '1e400',
  'null',
]
const largeValues = [
  `${'['.repeat(30_000)}${']'.repeat(30_000)}`,
  `${'{"a":'.repeat(8000)}1${'}'.repeat(8000)}`,
  `[${'0,'.repeat(20_000)}0]`,
]

let asked = 0
/** Posts JSON, each time from another network, so that no rate limit applies. */
const post = (path: string, payload: string) =>
  t.app.inject({
    method: 'POST',
    url: path,
    payload,
    headers: { 'content-type': 'application/json' },
    remoteAddress: `100.${64 + (++asked >> 16)}.${(asked >> 8) & 255}.${asked & 255}`,
  })

interface Definition {
  type: string
  shape?: Record<string, Schema>
  element?: Schema
  innerType?: Schema
  in?: Schema
  options?: readonly Schema[]
  entries?: Record<string, string>
  values?: readonly unknown[]
}
const definitionOf = (schema: Schema): Definition => ({ ...schema._zod.def })

/** A value that the schema may accept. */
function sampleOf(schema: Schema): unknown {
  const { type, shape, element, innerType, in: input, options, entries, values } = definitionOf(schema)
  if (shape) return Object.fromEntries(Object.entries(shape).map(([name, field]) => [name, sampleOf(field)]))
  if (element) return [sampleOf(element)]
  const inner = innerType ?? input ?? options?.[0]
  if (inner) return sampleOf(inner)
  if (entries) return Object.values(entries)[0]
  if (values) return values[0]
  return { number: 1, boolean: true }[type] ?? '1'
}

const place = '"here"'
/** Samples with `place` at each position of the schema, one at a time. */
function placesOf(schema: Schema): unknown[] {
  const { shape, element, innerType, in: input, options } = definitionOf(schema)
  const inner = innerType ?? input
  return [
    JSON.parse(place),
    ...(inner ? placesOf(inner) : []),
    ...(options ?? []).flatMap(placesOf),
    ...(element ? placesOf(element).map((value) => [value]) : []),
    ...Object.entries(shape ?? {}).flatMap(([name, field]) =>
      placesOf(field).map((value) => Object.assign({}, sampleOf(schema), { [name]: value })),
    ),
  ]
}

const posts = calls.filter(({ method }) => method === 'POST')

describe.each<Call>(posts)('$name', (call) => {
  test('[E07] a hostile value at any position of the body is refused in the envelope, and causes no failure', async () => {
    const query = await sessionQuery()
    for (const [at, body] of placesOf(call.send).entries()) {
      const text = JSON.stringify(body)
      for (const value of at < 2 ? [...hostileValues, ...largeValues] : hostileValues) {
        const payload = text.replace(place, () => value)
        const response = await post(`${call.path}?${query}`, payload)
        expect(response.statusCode, payload.slice(0, 200)).toBeLessThan(500)
        expect(response.json(), payload.slice(0, 200)).toHaveProperty('code')
      }
    }
  })
})

test("[E07] a value that cannot be compared with a number is refused as malformed, also as a text's length", async () => {
  for (const username of ['{"toString":1}', '{"length":{"toString":1}}', '{"length":1}', '[[]]']) {
    const payload = `{"username":${username},"password":"x","captcha":"","captcha_id":""}`
    const response = await post(userLogin.path, payload)
    expect(response.statusCode, payload).toBe(400)
    expect(response.json(), payload).toMatchObject({ data: { refusal: 'MalformedRequest' } })
  }
})
