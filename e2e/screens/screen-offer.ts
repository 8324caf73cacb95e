import sharp from 'sharp'
import type { TestStation } from '../in-process-station.ts'
import { splitToken } from '@yunmu/contract/wire/token'
import type { ScreenUser } from './screen-user.ts'

const plans = [
  { name: '周卡', days: 7, amount: 900, currencyAmount: 120, mark: '' },
  { name: '月卡', days: 30, amount: 2500, currencyAmount: 330, mark: '' },
  { name: '季卡', days: 90, amount: 6800, currencyAmount: 890, mark: '' },
  { name: '半年卡', days: 180, amount: 12_800, currencyAmount: 1680, mark: '' },
  { name: '年卡', days: 365, amount: 21_800, currencyAmount: 2860, mark: '省 ¥82' },
  { name: '两年卡', days: 730, amount: 39_800, currencyAmount: 5220, mark: '' },
] as const
const transferMethod = 4

const modules = 29
/** Corners of the three squares by which a code is found. */
const finders = [
  [0, 0],
  [modules - 7, 0],
  [0, modules - 7],
] as const

/** Something that looks like a payment code: it cannot be read. */
async function codePicture(): Promise<Buffer> {
  const dark: string[] = []
  for (let y = 0; y < modules; y++)
    for (let x = 0; x < modules; x++) {
      const finder = finders.find(([left, top]) => x >= left - 1 && x <= left + 7 && y >= top - 1 && y <= top + 7)
      const ring = finder ? Math.max(Math.abs(x - finder[0] - 3), Math.abs(y - finder[1] - 3)) : 0
      const isDark = finder ? ring !== 2 && ring !== 4 : (x * x * 7 + y * y * 13 + x * y * 31) % 5 < 2
      if (isDark) dark.push(`M${x + 2} ${y + 2}h1v1h-1z`)
    }
  const side = modules + 4
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${side} ${side}" width="495" height="495"><path fill="#fff" d="M0 0h${side}v${side}H0z"/><path d="${dark.join('')}"/></svg>`
  return sharp(Buffer.from(svg)).png().toBuffer()
}

/** Orders a plan as the user. Returns the number of the order. */
async function orderPlan(
  { url, station, platform }: TestStation,
  user: ScreenUser,
  productId: number,
): Promise<string> {
  const { rows } = await platform.pool.query<{ id: number }>('select id from app_user where name = $1', [user.name])
  const query = new URLSearchParams({ ...splitToken(user.token) }).toString()
  const response = await fetch(`${url}/pub/user/upgrade?${query}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ productId, type: transferMethod, userId: rows[0]?.id, key: crypto.randomUUID() }),
  })
  const [newest] = await station.vip.operator.orders.list({}, 1)
  if (!newest) throw new Error(`the plan could not be ordered: ${await response.text()}`)
  return newest.no
}

/** Sells plans by a transfer; the user has bought one and is about to buy another. Returns a function that ends the sale. */
export async function startSelling(testStation: TestStation, user: ScreenUser): Promise<() => Promise<void>> {
  const { operator } = testStation.station.vip
  const ids: number[] = []
  for (const plan of plans) ids.push(await operator.plans.add(plan))
  await operator.transfer.set(await codePicture(), 'CNY')
  await operator.orders.confirm(await orderPlan(testStation, user, ids[1] ?? 0))
  await orderPlan(testStation, user, ids[4] ?? 0)
  return async () => {
    for (const id of ids) await operator.plans.remove(id)
    await operator.transfer.remove()
  }
}
