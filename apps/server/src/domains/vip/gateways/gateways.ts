import { paymentMethods } from '@yunmu/contract'
import type { Platform } from '../../../platform/platform.ts'
import { nowSec } from '../../../platform/process/clock.ts'
import type { VipTables } from '../vip-tables.ts'
import { enableRefusal, mayUseTestBank, type EnableRefusal } from './enable-rules.ts'
import { createGatewayHttp } from './gateway-http.ts'
import {
  configurableIds,
  methodsOf,
  readSettings,
  settingFields,
  type ConfigurableId,
  type GatewaySettings,
  type SettingValues,
} from './gateway-settings.ts'
import { createGatewayStore, type GatewayChange, type GatewayRow, type GatewayStore } from './gateway-store.ts'
import { GatewayError, type Gateway, type GatewayId, type Gateways } from './gateway.ts'
import { loadGateway } from './load-gateway.ts'
import { createSealer, type Sealer } from './sealed-settings.ts'
import { createTransferStore } from './transfer-store.ts'
import { openTransfer } from './transfer.ts'

/** A gateway as the operator reads of it: nothing secret. */
export interface GatewayStatus {
  id: ConfigurableId
  state: 'unset' | 'on' | 'off' | 'unreadable'
  demo: boolean
  methods: readonly number[]
  /** The values that are not secret, by name. */
  shown: Readonly<Record<string, string>>
}

export type SetRefusal = EnableRefusal | { kind: 'invalid'; field: string }

/** For the operator. */
export interface GatewayManager {
  list(): Promise<GatewayStatus[]>
  /**
   * Sets values of a gateway, keeps its others, and enables it; without `methods`, for those that it had, or all it can
   * take. Gateways of the test bank go.
   */
  set(id: ConfigurableId, values: SettingValues, methods?: readonly number[]): Promise<SetRefusal | null>
  /** Takes no new orders; what was ordered is still asked for and refunded. False if it is not configured. */
  turnOff(id: ConfigurableId): Promise<boolean>
  /** Deletes the settings: nothing can be asked for any more. False if there are none. */
  remove(id: ConfigurableId): Promise<boolean>
  /** Asks the gateway for an order that does not exist. What is wrong, or null: it was reached and knows our keys. */
  check(id: ConfigurableId): Promise<string | null>
  /**
   * Lets the test bank take all payment methods; its settings are those that it prints. Null, or why not: a real gateway is
   * enabled, or has settings that would be lost, or a setting is not valid.
   */
  useTestBank(settings: TestBankSettings): Promise<'real' | 'invalid' | null>
}

export type TestBankSettings = Readonly<Record<keyof typeof testBankMethods, SettingValues>>

/** The protocols by which the test bank is used, because they lead to its page, and for which payment methods. */
const testBankMethods = { epay: [paymentMethods.alipay, paymentMethods.wechat], stripe: [paymentMethods.card] } as const

export type GatewaysPlatform = Pick<Platform, 'db' | 'egress' | 'clock'> & {
  secrets: Pick<Platform['secrets'], 'tokenKey'>
  config: Pick<Platform['config'], 'egressAllow'>
}

/**
 * The gateways that the operator has configured.
 * @param onChange is called after each change of them
 */
export function createGateways(
  platform: GatewaysPlatform,
  onChange: () => void = () => undefined,
): Gateways & { manager: GatewayManager } {
  const store = createGatewayStore(platform.db)
  const transfers = createTransferStore(platform.db.withTables<VipTables>())
  const sealer = createSealer(platform.secrets.tokenKey)
  const loaded = new Map<ConfigurableId, { sealed: Buffer; gateway: Promise<Gateway> }>()
  const isConfigurable = (id: GatewayId): id is ConfigurableId => configurableIds.some((each) => each === id)
  const find: Gateways['find'] = async (id) => {
    if (id === 'transfer') return await openTransfer(transfers)
    const row = isConfigurable(id) ? await store.find(id) : null
    if (row === null) return null
    const known = loaded.get(row.id)
    if (known?.sealed.equals(row.sealed)) return await known.gateway
    const services = { http: createGatewayHttp(row.id, platform.egress), clock: platform.clock }
    const gateway = loadGateway(openRow(sealer, row, platform.config.egressAllow), services)
    loaded.set(row.id, { sealed: row.sealed, gateway })
    try {
      return await gateway
    } catch (err) {
      loaded.delete(row.id)
      throw err
    }
  }
  return {
    async ofMethod(methodId) {
      const id = await store.ofMethod(methodId)
      if (id !== null || methodId !== paymentMethods.scan) return id
      return (await transfers.find()) ? 'transfer' : null
    },
    find,
    isTestBank: async () => (await store.all()).some(({ enabled, demo }) => enabled && demo),
    manager: { ...createManager(platform, store, sealer, onChange), check: (id) => checkGateway(find, id) },
  }
}

/** No order has it: ours are made of other characters. */
const unknownOrder = { no: 'YUNMU-CHECK', money: { minor: 1, currency: 'CNY' }, providerRef: 'cs_check' } as const

async function checkGateway(find: Gateways['find'], id: ConfigurableId): Promise<string | null> {
  try {
    const said = await (await find(id))?.query?.(unknownOrder)
    if (said === undefined) return `${id}: not set`
    return said.state === 'failed' ? said.reason : null
  } catch (err) {
    if (err instanceof GatewayError) return err.message
    throw err
  }
}

/** @throws GatewayError if the row was sealed with another data folder's key, or its address is not allowed any more */
function openRow(sealer: Sealer, { id, sealed }: GatewayRow, egressAllow: readonly string[]): GatewaySettings {
  const values = sealer.open(id, sealed)
  if (values === null) throw new GatewayError(`${id}: the settings cannot be decrypted; set them again`)
  const read = readSettings(id, values, egressAllow)
  if ('problem' in read) throw new GatewayError(`${id}: the setting ${read.problem} is not valid any more`)
  return read.settings
}

function createManager(
  { clock, config }: GatewaysPlatform,
  store: GatewayStore,
  sealer: Sealer,
  onChange: () => void,
): Omit<GatewayManager, 'check'> {
  const rowOf = (id: ConfigurableId, values: SettingValues): Pick<GatewayRow, 'id' | 'sealed'> => ({
    id,
    sealed: sealer.seal(id, values),
  })
  /** False if `decide` changes nothing. */
  const change = async (decide: (rows: readonly GatewayRow[]) => GatewayChange | null): Promise<boolean> => {
    const isChanged = await store.change(nowSec(clock), decide)
    if (isChanged) onChange()
    return isChanged
  }
  return {
    async list() {
      const rows = new Map((await store.all()).map((row) => [row.id, row]))
      return configurableIds.map((id) => statusOf(id, rows.get(id), sealer))
    },
    async set(id, values, methods) {
      let refusal: SetRefusal | null = null
      await change((rows) => {
        const former = rows.find((row) => row.id === id && !row.demo)
        const merged = { ...(former && sealer.open(id, former.sealed)), ...values }
        const read = readSettings(id, merged, config.egressAllow)
        const wanted = methods ?? former?.methods ?? methodsOf[id]
        refusal = 'problem' in read ? { kind: 'invalid', field: read.problem } : enableRefusal(id, wanted, rows)
        if (refusal !== null) return null
        const remove = rows.filter(({ demo }) => demo).map((row) => row.id)
        const row = { ...rowOf(id, merged), enabled: true, demo: false, methods: wanted }
        return { what: 'payment gateway set', target: id, remove, save: [row] }
      })
      return refusal
    },
    turnOff: (id) =>
      change((rows) => {
        const row = rows.find((each) => each.id === id)
        const save = row ? [{ ...row, enabled: false }] : []
        return row ? { what: 'payment gateway turned off', target: id, remove: [], save } : null
      }),
    remove: (id) =>
      change((rows) => {
        const isThere = rows.some((each) => each.id === id)
        return isThere ? { what: 'payment gateway removed', target: id, remove: [id], save: [] } : null
      }),
    async useTestBank(settings) {
      const gateways = (['epay', 'stripe'] as const).map((id) => ({ id, values: settings[id] }))
      if (gateways.some(({ id, values }) => !isTestBank(id, values, config.egressAllow))) return 'invalid'
      const isSet = await change((rows) => {
        // The settings of a real gateway that is off stay: its orders can still be refunded.
        const isFree = rows.every(({ id, demo }) => demo || !Object.hasOwn(testBankMethods, id))
        if (!isFree || !mayUseTestBank(rows)) return null
        const remove = rows.filter(({ demo }) => demo).map((row) => row.id)
        const save = gateways.map(({ id, values }) => {
          return { ...rowOf(id, values), enabled: true, demo: true, methods: testBankMethods[id] }
        })
        return { what: 'test bank set', target: 'test bank', remove, save }
      })
      return isSet ? null : 'real'
    },
  }
}

/** The bank listens on this machine only: settings with another address are somebody's. */
function isTestBank(id: ConfigurableId, values: SettingValues, egressAllow: readonly string[]): boolean {
  const read = readSettings(id, values, egressAllow)
  return 'settings' in read && new URL(read.settings.address).hostname === '127.0.0.1'
}

function statusOf(id: ConfigurableId, row: GatewayRow | undefined, sealer: Sealer): GatewayStatus {
  if (row === undefined) return { id, state: 'unset', demo: false, methods: [], shown: {} }
  const values = sealer.open(id, row.sealed)
  const shown = settingFields[id].flatMap(({ name, isSecret, fallback = '' }) =>
    isSecret ? [] : [[name, values?.[name] ?? fallback]],
  )
  const state = values === null ? 'unreadable' : row.enabled ? 'on' : 'off'
  return { id, state, demo: row.demo, methods: row.methods, shown: values === null ? {} : Object.fromEntries(shown) }
}
