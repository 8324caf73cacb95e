import { paymentMethods, type Currency } from '@yunmu/contract'
import type { Platform } from '../../../platform/platform.ts'
import { nowSec } from '../../../platform/process/clock.ts'
import type { VipTables } from '../vip-tables.ts'
import { enableRefusal, mayUseTestBank, type EnableRefusal } from './enable-rules.ts'
import { asTestBank, testBankIds, testBankMethods, testBankOriginOf, type TestBankSettings } from './test-bank-rules.ts'
import { createGatewayHttp } from './gateway-http.ts'
import {
  configurableIds,
  currenciesOf,
  methodsOf,
  readSettings,
  settingFields,
  type ConfigurableId,
  type GatewaySettings,
  type SettingValues,
} from './gateway-settings.ts'
import {
  createGatewayStore,
  realGatewaySet,
  type GatewayChange,
  type GatewayRow,
  type GatewayStore,
  type KnownWays,
} from './gateway-store.ts'
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
   * Lets a test bank that the operator has started take all payment methods; its settings are those that it prints. Null, or
   * why not: a real gateway or a transfer is configured, or a setting is not valid.
   */
  useTestBank(settings: TestBankSettings): Promise<'real' | 'invalid' | null>
  /** The test bank that the demonstration starts by itself. */
  demoBank: {
    /** Whether it may listen: nothing takes or ever took real money, and the operator has started no other test bank. */
    mayOpen(): Promise<boolean>
    /** Lets it take all payment methods. False if it may not. */
    use(settings: TestBankSettings): Promise<boolean>
    /** It takes no payments any more. */
    end(): Promise<void>
  }
}

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
  const open = async (row: GatewayRow): Promise<Gateway> => {
    const { settings, bankOrigin } = openRow(sealer, row, platform.config.egressAllow)
    const allow = bankOrigin === null ? undefined : [new URL(bankOrigin).host]
    const services = { http: createGatewayHttp(row.id, platform.egress, allow), clock: platform.clock }
    const gateway = await loadGateway(settings, services)
    return bankOrigin === null ? gateway : asTestBank(gateway, bankOrigin)
  }
  const load = async (row: GatewayRow): Promise<Gateway> => {
    const known = loaded.get(row.id)
    if (known?.sealed.equals(row.sealed)) return await known.gateway
    const gateway = open(row)
    loaded.set(row.id, { sealed: row.sealed, gateway })
    try {
      return await gateway
    } catch (err) {
      loaded.delete(row.id)
      throw err
    }
  }
  /** One whose settings cannot be opened takes no orders, and does not keep others from it. */
  const currencyOf = (row: GatewayRow): Currency | null =>
    sealer.open(row.id, row.sealed) ? currenciesOf[row.id][0] : null
  const find: Gateways['find'] = async (id) => {
    if (id === 'transfer') return await openTransfer(transfers)
    const row = isConfigurable(id) ? await store.find(id) : null
    return row && (await load(row))
  }
  return {
    async ofMethod(methodId) {
      const row = await store.ofMethod(methodId)
      const currency = row && currencyOf(row)
      if (row) return currency && { gatewayId: row.id, currency, open: () => load(row) }
      const transfer = methodId === paymentMethods.scan ? await transfers.find() : null
      if (!transfer) return null
      return { gatewayId: 'transfer', currency: transfer.currency, open: () => openTransfer(transfers) }
    },
    find,
    async currencyOf(id) {
      if (id === 'transfer') return (await transfers.find())?.currency ?? null
      const row = isConfigurable(id) ? await store.find(id) : null
      return row && currencyOf(row)
    },
    isTestBank: async () => (await store.all()).some(({ enabled, demo }) => enabled && demo),
    async testBankOrigin() {
      const row = (await store.all()).find(({ enabled, demo }) => enabled && demo)
      return row ? testBankOriginOf(sealer.open(row.id, row.sealed)) : null
    },
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

/**
 * The settings of a row, and where the test bank is if it is one of its. A test bank on this machine may be reached without
 * the operator's list.
 * @throws GatewayError if the row was sealed with another data folder's key, or its address is not allowed any more
 */
function openRow(
  sealer: Sealer,
  { id, sealed, demo }: GatewayRow,
  egressAllow: readonly string[],
): { settings: GatewaySettings; bankOrigin: string | null } {
  const values = sealer.open(id, sealed)
  if (values === null) throw new GatewayError(`${id}: the settings cannot be decrypted; set them again`)
  const bankOrigin = demo ? testBankOriginOf(values) : null
  const read = readSettings(id, values, bankOrigin === null ? egressAllow : [new URL(bankOrigin).host])
  if ('problem' in read) throw new GatewayError(`${id}: the setting ${read.problem} is not valid any more`)
  return { settings: read.settings, bankOrigin }
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
  const change = async (decide: (known: KnownWays) => GatewayChange | null): Promise<boolean> => {
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
      await change(({ rows }) => {
        const former = rows.find((row) => row.id === id && !row.demo)
        const merged = { ...(former && sealer.open(id, former.sealed)), ...values }
        const read = readSettings(id, merged, config.egressAllow)
        const wanted = methods ?? former?.methods ?? methodsOf[id]
        refusal = 'problem' in read ? { kind: 'invalid', field: read.problem } : enableRefusal(id, wanted, rows)
        if (refusal !== null) return null
        const remove = rows.filter(({ demo }) => demo).map((row) => row.id)
        const row = { ...rowOf(id, merged), enabled: true, demo: false, methods: wanted }
        return { act: realGatewaySet, subject: id, remove, save: [row] }
      })
      return refusal
    },
    turnOff: (id) =>
      change(({ rows }) => {
        const row = rows.find((each) => each.id === id)
        const save = row ? [{ ...row, enabled: false }] : []
        return row ? { act: 'payment gateway turned off', subject: id, remove: [], save } : null
      }),
    remove: (id) =>
      change(({ rows }) => {
        const isThere = rows.some((each) => each.id === id)
        return isThere ? { act: 'payment gateway removed', subject: id, remove: [id], save: [] } : null
      }),
    ...testBankOf(store, sealer, { change, egressAllow: config.egressAllow, rowOf }),
  }
}

interface ChangeParts {
  change(decide: (known: KnownWays) => GatewayChange | null): Promise<boolean>
  rowOf(id: ConfigurableId, values: SettingValues): Pick<GatewayRow, 'id' | 'sealed'>
  egressAllow: readonly string[]
}

/** The test bank: one that the operator has started and named in `EGRESS_ALLOW`, or that of the demonstration. */
function testBankOf(
  store: GatewayStore,
  sealer: Sealer,
  { change, rowOf, egressAllow }: ChangeParts,
): Pick<GatewayManager, 'useTestBank' | 'demoBank'> {
  const isOfOperator = (row: GatewayRow): boolean => {
    const origin = row.demo ? testBankOriginOf(sealer.open(row.id, row.sealed)) : null
    return origin !== null && egressAllow.includes(new URL(origin).host)
  }
  const use = (
    settings: TestBankSettings,
    { actor, mayUse }: { actor: string; mayUse: (known: KnownWays) => boolean },
  ): Promise<boolean> =>
    change((known) => {
      if (!mayUse(known)) return null
      const save = testBankIds.map((id) => {
        return { ...rowOf(id, settings[id]), enabled: true, demo: true, methods: testBankMethods[id] }
      })
      return { act: 'test bank set', subject: 'test bank', actor, remove: [], save }
    })
  const isFree = ({ rows, hasTransfer }: KnownWays): boolean => mayUseTestBank({ gateways: rows, hasTransfer })
  const isFreeForDemo = (known: KnownWays): boolean => isFree(known) && !known.rows.some(isOfOperator)
  return {
    async useTestBank(settings) {
      if (testBankIds.some((id) => !isTestBank(id, settings[id], egressAllow))) return 'invalid'
      return (await use(settings, { actor: 'operator', mayUse: isFree })) ? null : 'real'
    },
    demoBank: {
      async mayOpen() {
        return isFreeForDemo(await store.known()) && !(await store.wasEverReal())
      },
      async use(settings) {
        if (await store.wasEverReal()) return false
        return use(settings, { actor: 'demo', mayUse: isFreeForDemo })
      },
      async end() {
        const ownOf = (rows: readonly GatewayRow[]) => rows.filter((row) => row.demo && !isOfOperator(row))
        if (ownOf(await store.all()).length === 0) return
        await change(({ rows }) => {
          const remove = ownOf(rows).map(({ id }) => id)
          if (remove.length === 0) return null
          return { act: 'test bank ended', subject: 'test bank', actor: 'demo', remove, save: [] }
        })
      },
    },
  }
}

/** The bank listens on this machine only: settings with another address are somebody's. */
function isTestBank(id: ConfigurableId, values: SettingValues, egressAllow: readonly string[]): boolean {
  const read = readSettings(id, values, egressAllow)
  return 'settings' in read && testBankOriginOf(values) !== null
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
