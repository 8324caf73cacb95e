import { expect, test } from 'vitest'
import { enableRefusal, mayUseTestBank, type KnownGateway } from './enable-rules.ts'

const gateway = (id: KnownGateway['id'], methods: number[], change: Partial<KnownGateway> = {}): KnownGateway => ({
  id,
  enabled: true,
  demo: false,
  methods,
  ...change,
})

test('[J04] the test bank takes no payments where a real gateway is configured or money is transferred', () => {
  const mayUse = (gateways: KnownGateway[], hasTransfer = false) => mayUseTestBank({ gateways, hasTransfer })
  const real = gateway('epay', [1])
  const demo = gateway('stripe', [3], { demo: true })
  expect(mayUse([])).toBe(true)
  expect(mayUse([demo])).toBe(true)
  expect(mayUse([real])).toBe(false)
  expect(mayUse([demo, real])).toBe(false)
  expect(mayUse([{ ...real, enabled: false }, demo])).toBe(false)
  expect(mayUse([demo], true)).toBe(false)
})

test('[J04] a payment method has one gateway, which can take it', () => {
  expect(enableRefusal('epay', [1, 2], [])).toBeNull()
  expect(enableRefusal('stripe', [1], [])).toEqual({ kind: 'unfit', methodId: 1 })
  expect(enableRefusal('alipay', [1], [gateway('epay', [1, 2])])).toEqual({ kind: 'taken', methodId: 1, by: 'epay' })
  expect(enableRefusal('alipay', [1], [gateway('epay', [2])])).toBeNull()
  expect(enableRefusal('alipay', [1], [gateway('epay', [1], { enabled: false })])).toBeNull()
  expect(enableRefusal('alipay', [1], [gateway('epay', [1], { demo: true })])).toBeNull()
  expect(enableRefusal('alipay', [1], [gateway('alipay', [1])])).toBeNull()
})
