import { calls, refusalOf } from '@yunmu/contract'
import { beforeAll, expect, test } from 'vitest'
import { specifiedCalls, type SpecifiedCall } from './testing/specified-calls.ts'
import { buildTestApp } from './testing/test-app.ts'

const specified: readonly SpecifiedCall[] = Object.values(specifiedCalls).flat()
const catalogue = new Set(calls.map(({ method, path }) => `${method} ${path.replaceAll(/:\w+/g, '*')}`))

let base = ''
beforeAll(async () => {
  const { app } = await buildTestApp()
  base = await app.listen({ host: '127.0.0.1', port: 0 })
})

/** Whether a station answers the address with something else than that it is unknown. */
async function isAnswered(call: SpecifiedCall): Promise<boolean> {
  const [method = '', path = ''] = call.split(' ')
  const response = await fetch(`${base}${path.replaceAll('*', '1')}`, {
    method,
    ...(method === 'POST' && { headers: { 'content-type': 'application/json' }, body: '{}' }),
  })
  const reply: unknown = await response.json()
  expect(reply).toMatchObject({ code: expect.any(Number), msg: expect.any(String), day: expect.any(String) })
  return response.status !== 404 && (reply instanceof Object ? Reflect.get(reply, 'msg') : '') !== unknownMsg
}
const unknownMsg = refusalOf('NoSuchAddress').msg

test('[K01] every specified call is written down once', () => {
  expect(new Set(specified).size).toBe(specified.length)
})

test('[K01] an unknown address is told from a call', async () => {
  expect(await isAnswered('POST /common/nothing')).toBe(false)
})

test.each(specified)('[K01] %s is in the catalogue, and a running station answers it', async (call) => {
  expect(catalogue).toContain(call)
  expect(await isAnswered(call)).toBe(true)
})
