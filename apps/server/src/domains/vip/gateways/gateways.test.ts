import { openTestBank } from '@yunmu/test-bank'
import { expect, test } from 'vitest'
import { createEgress } from '../../../platform/egress/egress.ts'
import { systemClock } from '../../../platform/process/clock.ts'
import { atFileEnd } from '../../../testing/at-file-end.ts'
import { createTestDatabase } from '../../../testing/test-database.ts'
import type { Gateways } from './gateway.ts'
import { createGateways, type GatewayManager } from './gateways.ts'

const database = await createTestDatabase()
const bank = await openTestBank({ timeScale: 0 })
const egress = createEgress({ allow: [bank.destination] })
const guarded = createEgress({ allow: [] })
atFileEnd(() => Promise.all([bank.close(), egress.close(), guarded.close()]))

const folderKey = 'a-token-key-of-the-data-folder-012345'
const open = (tokenKey = folderKey, onChange?: () => void) => {
  const config = { egressAllow: [bank.destination] }
  return createGateways({ db: database.db, egress, clock: systemClock, secrets: { tokenKey }, config }, onChange)
}
/** A station whose operator allows these destinations. */
const openWith = (egressAllow: string[]) => {
  const services = { db: database.db, egress: guarded, clock: systemClock, secrets: { tokenKey: folderKey } }
  return createGateways({ ...services, config: { egressAllow } })
}
const clear = (): Promise<unknown> => database.pool.query('delete from payment_gateway')
/** By which gateway a payment method is taken. */
const takerIn = ({ ofMethod }: Pick<Gateways, 'ofMethod'>) => {
  return async (methodId: number) => (await ofMethod(methodId))?.gatewayId ?? null
}
const stateOf = async (manager: GatewayManager, id: string) => (await manager.list()).find((each) => each.id === id)

test('[J04] nothing is a gateway before it is configured', async () => {
  await clear()
  const gateways = open()
  for (const id of ['epay', 'alipay', 'wechat', 'stripe'] as const) expect(await gateways.find(id)).toBeNull()
  for (const methodId of [1, 2, 3, 4, -1]) expect(await gateways.ofMethod(methodId)).toBeNull()
  expect(await gateways.manager.turnOff('epay')).toBe(false)
  expect(await gateways.manager.remove('epay')).toBe(false)
})

test('[J04] a gateway takes its methods from when it is set, and no new orders when it is off', async () => {
  await clear()
  const { manager, find, ...gateways } = open()
  const takerOf = takerIn(gateways)
  expect(await manager.set('epay', { ...bank.settings.epay, key: '' })).toEqual({ kind: 'invalid', field: 'key' })
  expect(await manager.set('epay', bank.settings.epay, [3])).toEqual({ kind: 'unfit', methodId: 3 })
  expect(await manager.set('epay', bank.settings.epay)).toBeNull()
  expect([await takerOf(1), await takerOf(2), await takerOf(3)]).toEqual(['epay', 'epay', null])
  expect(await manager.set('alipay', bank.settings.alipay)).toEqual({ kind: 'taken', methodId: 1, by: 'epay' })
  expect(await manager.set('epay', {}, [2])).toBeNull()
  expect(await manager.set('alipay', bank.settings.alipay)).toBeNull()
  expect([await takerOf(1), await takerOf(2)]).toEqual(['alipay', 'epay'])
  expect(await manager.turnOff('epay')).toBe(true)
  expect(await takerOf(2)).toBeNull()
  expect((await find('epay'))?.id).toBe('epay')
  expect(await manager.remove('epay')).toBe(true)
  expect(await find('epay')).toBeNull()
})

test('[J04] a change is used at once, in every process, and what is not changed stays', async () => {
  await clear()
  const [here, there] = [open(), open()]
  await here.manager.set('epay', bank.settings.epay)
  const former = await there.find('epay')
  expect(await there.find('epay')).toBe(former)
  expect(await former?.query?.({ no: 'A1', money: { minor: 1, currency: 'CNY' }, providerRef: '' })).toEqual({
    state: 'unknown',
  })
  await here.manager.set('epay', { key: 'WRONGKEY01' })
  const later = await there.find('epay')
  expect(later).not.toBe(former)
  expect((await later?.query?.({ no: 'A1', money: { minor: 1, currency: 'CNY' }, providerRef: '' }))?.state).toBe(
    'failed',
  )
  expect((await stateOf(there.manager, 'epay'))?.shown.pid).toBe(bank.settings.epay.pid)
})

test('[J04] a dump of the table and a list of the gateways have no secret', async () => {
  await clear()
  const { manager } = open()
  for (const [id, methods] of [
    ['wechat', [2]],
    ['stripe', [3]],
    ['alipay', [1]],
  ] as const)
    expect(await manager.set(id, bank.settings[id], methods)).toBeNull()
  const { rows } = await database.pool.query('select *, sealed::text as text from payment_gateway')
  const dump = JSON.stringify([rows, rows.map(({ sealed }) => String(sealed)), await manager.list()])
  const { alipay, wechat, stripe } = bank.settings
  const secrets = [alipay.privateKey, wechat.privateKey, wechat.apiV3Key, stripe.secretKey, stripe.webhookSecret]
  for (const secret of secrets) {
    const [part = ''] = /[A-Za-z0-9+/]{24,}/.exec(secret ?? '') ?? []
    expect(part).not.toBe('')
    expect(dump).not.toContain(part)
  }
})

test('[J04] each change is announced and in the audit log, without a secret', async () => {
  await clear()
  await database.pool.query('delete from audit_entry')
  let changes = 0
  const { manager } = open(undefined, () => changes++)
  await manager.set('epay', bank.settings.epay)
  await manager.set('epay', { key: '短' })
  await manager.turnOff('epay')
  await manager.remove('epay')
  expect(changes).toBe(3)
  const { rows } = await database.pool.query('select actor, act, subject, before, after from audit_entry order by id')
  expect(rows.map(({ act }) => act)).toEqual([
    'payment gateway set',
    'payment gateway turned off',
    'payment gateway removed',
  ])
  expect(rows[1]).toMatchObject({
    subject: 'epay',
    before: [{ id: 'epay', enabled: true, methods: [1, 2] }],
    after: [{ id: 'epay', enabled: false, methods: [1, 2] }],
  })
  expect(JSON.stringify(rows)).not.toContain(bank.settings.epay.key)
})

test('[J04] settings of another data folder cannot be read, and say so', async () => {
  await clear()
  await open().manager.set('epay', bank.settings.epay)
  const moved = open('a-token-key-of-another-folder-0123456')
  expect(await stateOf(moved.manager, 'epay')).toMatchObject({ state: 'unreadable', shown: {} })
  await expect(moved.find('epay')).rejects.toThrow('epay: the settings cannot be decrypted; set them again')
  expect(await moved.manager.set('epay', { key: 'ANOTHERKEY' })).toEqual({ kind: 'invalid', field: 'address' })
  expect(await moved.manager.set('epay', bank.settings.epay)).toBeNull()
  expect((await moved.find('epay'))?.id).toBe('epay')
})

test('[J04] the test bank gives way to a real gateway, and never comes beside one', async () => {
  await clear()
  const { manager, find, isTestBank, testBankOrigin, currencyOf, ...gateways } = open()
  const takerOf = takerIn(gateways)
  const ofBank = bank.settings
  expect(await manager.useTestBank(ofBank)).toBeNull()
  expect(await manager.useTestBank(ofBank)).toBeNull()
  const taken = async () => Promise.all([1, 2, 3, 4].map(takerOf))
  expect(await taken()).toEqual(['alipay', 'epay', 'stripe', 'wechat'])
  expect([await currencyOf('stripe'), await currencyOf('wechat')]).toEqual(['EUR', 'CNY'])
  expect(await testBankOrigin()).toBe(bank.url)
  expect((await stateOf(manager, 'epay'))?.demo).toBe(true)
  expect(await isTestBank()).toBe(true)
  const elsewhere = { ...ofBank, epay: { ...ofBank.epay, address: 'https://pay.example/' } }
  expect(await manager.useTestBank(elsewhere)).toBe('invalid')
  // Another gateway of another method: those of the bank go all the same.
  expect(await manager.set('wechat', bank.settings.wechat)).toBeNull()
  expect(await taken()).toEqual([null, 'wechat', null, null])
  expect(await find('stripe')).toBeNull()
  expect(await isTestBank()).toBe(false)
  expect(await testBankOrigin()).toBeNull()
  expect(await manager.useTestBank(ofBank)).toBe('real')
  expect(await manager.turnOff('wechat')).toBe(true)
  // The settings of a gateway that is off stay: its orders can still be refunded.
  expect(await manager.useTestBank(ofBank)).toBe('real')
  expect(await manager.remove('wechat')).toBe(true)
  expect(await manager.useTestBank(ofBank)).toBeNull()
})

test('[J04] the bank of a demonstration needs no setting, and never comes where real money was ever taken', async () => {
  await clear()
  await database.pool.query('delete from audit_entry')
  const { manager, find, isTestBank, ...gateways } = openWith([])
  const takerOf = takerIn(gateways)
  const { demoBank } = manager
  expect(await demoBank.mayOpen()).toBe(true)
  expect(await demoBank.use(bank.settings)).toBe(true)
  expect(await demoBank.use(bank.settings)).toBe(true)
  const unknown = { no: 'A1', money: { minor: 1, currency: 'CNY' }, providerRef: '' } as const
  expect(await (await find('epay'))?.query?.(unknown)).toEqual({ state: 'unknown' })
  // What the operator sets has to be outside, or on the list.
  expect(await manager.set('epay', bank.settings.epay)).toEqual({ kind: 'invalid', field: 'address' })
  await demoBank.end()
  expect(await isTestBank()).toBe(false)
  expect(await demoBank.use(bank.settings)).toBe(true)
  expect(await manager.set('epay', { ...bank.settings.epay, address: 'https://pay.example/' }, [1])).toBeNull()
  expect([await takerOf(1), await takerOf(2)]).toEqual(['epay', null])
  expect(await demoBank.mayOpen()).toBe(false)
  expect(await demoBank.use(bank.settings)).toBe(false)
  expect(await manager.remove('epay')).toBe(true)
  expect(await demoBank.mayOpen()).toBe(false)
  expect(await demoBank.use(bank.settings)).toBe(false)
})

test('[J04] the bank of a demonstration leaves one that the operator has started', async () => {
  await clear()
  await database.pool.query('delete from audit_entry')
  const { manager, isTestBank } = open()
  expect(await manager.useTestBank(bank.settings)).toBeNull()
  expect(await manager.demoBank.mayOpen()).toBe(false)
  expect(await manager.demoBank.use(bank.settings)).toBe(false)
  await manager.demoBank.end()
  expect(await isTestBank()).toBe(true)
})
