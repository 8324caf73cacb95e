import { defineCall, type RefusalName } from '@yunmu/contract'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { buildTestApp } from '../../testing/test-app.ts'
import { assertNoUndeclaredRefusals, recordUndeclaredRefusal } from '../../testing/undeclared-refusals.ts'
import { RefusalError } from '../http/refusal-error.ts'
import { mountCall } from './mount-call.ts'

const refusing = defineCall({
  name: 'refusing',
  summary: 'Is refused with what is asked for',
  method: 'POST',
  path: '/refusing',
  caller: 'visitor',
  send: z.object({ refusal: z.enum(['NoSuchTitle', 'NoSuchChannel', 'TooManyRequests']) }),
  reply: z.object({}),
  refusals: ['NoSuchTitle'],
})

/** A helper that handlers share: the type of `refuse` does not bind it. */
const throwRefusal = (refusal: RefusalName): never => {
  throw new RefusalError(refusal)
}

const modules = () => [
  {
    name: 'refusing',
    calls: (registry: Parameters<typeof mountCall>[0]) =>
      mountCall(registry, refusing, async ({ send }) => throwRefusal(send.refusal)),
  },
]

test('[E07] a thrown refusal that its call does not declare is answered and fails the test', async () => {
  const t = await buildTestApp({}, { modules })
  const refusalFor = async (refusal: 'NoSuchTitle' | 'NoSuchChannel' | 'TooManyRequests') =>
    (await t.make(refusing, { refusal })).data

  expect(await refusalFor('NoSuchTitle')).toMatchObject({ refusal: 'NoSuchTitle' })
  expect(await refusalFor('TooManyRequests')).toMatchObject({ refusal: 'TooManyRequests' })
  expect(assertNoUndeclaredRefusals).not.toThrow()

  expect(await refusalFor('NoSuchChannel')).toMatchObject({ refusal: 'NoSuchChannel' })
  expect(assertNoUndeclaredRefusals).toThrow('refusing was refused with NoSuchChannel')
  expect(assertNoUndeclaredRefusals).not.toThrow()
})

test('[E07] each undeclared refusal is listed once', () => {
  recordUndeclaredRefusal(refusing, 'NoSuchLine')
  recordUndeclaredRefusal(refusing, 'NoSuchLine')
  expect(assertNoUndeclaredRefusals).toThrow(
    /^refusing was refused with NoSuchLine, which its contract does not declare$/,
  )
})
