import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { calls } from './calls.ts'
import type { Call, Schema } from './core/define-call.ts'

interface Definition {
  type: string
  shape?: Record<string, Schema>
  element?: Schema
  innerType?: Schema
  in?: Schema
  out?: Schema
  valueType?: Schema
  items?: readonly Schema[]
  options?: readonly Schema[]
}

const shapeOf = (schema: Schema): Record<string, Schema> => {
  const { shape = {} }: Definition = { ...schema._zod.def }
  return shape
}

/** Names of the fields anywhere in values of a schema. */
function fieldsOf(schema: Schema): string[] {
  const definition: Definition = { ...schema._zod.def }
  const { shape = {}, element, innerType, in: input, out, valueType, items = [], options = [] } = definition
  const parts = [element, innerType, input, out, valueType, ...items, ...options, ...Object.values(shape)]
  return [...Object.keys(shape), ...parts.flatMap((part) => (part ? fieldsOf(part) : []))]
}

/** Their replies are shared by all callers, so that nobody follows a channel in them. */
const shared: readonly string[] = ['indexSearch']

test('[G01] every call open to visitors whose reply says what the caller follows is given its caller', () => {
  const following = calls.filter(({ caller, reply }) => caller === 'visitor' && fieldsOf(reply).includes('follow'))
  expect(following.map(({ name }) => name)).toContain('liveInfo')
  expect(following.filter(({ perViewer }) => perViewer === undefined).map(({ name }) => name)).toEqual(shared)
})

/** What `0` means as an order, by call. */
const defaultOrders = {
  commentList: 'new',
  indexSearch: '相关',
  indexVod: '最新',
  liveAllList: '默认',
  vodList: '最新',
}

test('[K01] an order of 0 is the default one in every call that has an order', () => {
  const orderOf = ({ send }: (typeof calls)[number]): Schema | undefined => shapeOf(send).order
  const ordered = calls.filter(({ path }) => path.includes('/:order'))
  expect(Object.fromEntries(ordered.map((call) => [call.name, z.parse(orderOf(call) ?? z.never(), '0')]))).toEqual(
    defaultOrders,
  )
  for (const call of ordered) expect(z.safeParse(orderOf(call) ?? z.never(), '1').success).toBe(false)
})

test('[K03] only logins, the play token and the address of a programme have plain replies', () => {
  const plain = calls.filter((call: Call) => call.plain).map(({ name }) => name)
  // Who binds or registers with a third party is signed in by it.
  const thirdLogins = ['userThirdLogin', 'userThirdBind', 'userThirdRegister']
  expect(new Set(plain)).toEqual(new Set(['userLogin', ...thirdLogins, 'playToken', 'tvVodUrl']))
})
