import sharp from 'sharp'
import type { TestStation } from '../in-process-station.ts'
import { splitToken } from '@yunmu/contract/wire/token'
import { aRendition, audio, publishRandom } from '../../apps/server/src/testing/media.ts'
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

/** Lines, HDR and channels of the titles in the cinema. */
const cinema = [
  [2160, true, 6],
  [2160, true, 2],
  [1080, false, 2],
  [2160, false, 6],
  [1440, false, 2],
  [1080, false, 6],
  [2160, true, 8],
  [1080, false, 2],
  [1080, false, 2],
] as const
const cinemaSource = '高清'

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
  const terms = await station.legal.label('vip')
  const response = await fetch(`${url}/pub/user/upgrade?${query}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ productId, type: transferMethod, userId: rows[0]?.id, key: crypto.randomUUID(), terms }),
  })
  const [newest] = await station.vip.operator.orders.list({}, 1)
  if (!newest) throw new Error(`the plan could not be ordered: ${await response.text()}`)
  return newest.no
}

/** Gives titles a source of high definition. Returns a function that takes it away. */
async function openCinema({ station, platform, notifyTitlesChanged }: TestStation): Promise<() => Promise<void>> {
  const nowSec = Math.floor(Date.now() / 1000)
  const { rows } = await platform.pool.query<{ id: number }>(
    'select id from title where total_episodes <= 1 order by id limit $1',
    [cinema.length],
  )
  const ids = rows.map(({ id }) => id)
  const { assets } = station.media
  const made: number[] = []
  for (const [at, id] of ids.entries()) {
    const [height = 1080, hdr = false, channels = 2] = cinema[at] ?? []
    const assetId = await assets.createAsset({ demo: false, nowSec })
    const episode = { source: cinemaSource, level: 1, name: '正片', assetId }
    await station.catalog.writer.saveEpisodes(id, [episode], nowSec)
    const width = Math.round((height * 16) / 9)
    const renditions = [aRendition({ name: `${height}p`, width, height, hdr }), { ...audio, channels }]
    await publishRandom(assets, assetId, renditions)
    made.push(assetId)
  }
  notifyTitlesChanged(ids)
  return async () => {
    await platform.pool.query('delete from source where name = $1', [cinemaSource])
    await assets.removeAssets(made)
    await station.catalog.refreshQuality(ids)
  }
}

/** What VIPs get: no advertisements, pictures from 1080 lines. Returns a function that takes it away. */
async function addBenefits(testStation: TestStation): Promise<() => Promise<void>> {
  const { site, ads } = testStation.station
  await site.write({ vip_min_height: 1080 })
  const ad = { anchor: 'pause', platform: null, uri: '', img: null, html: '<b>广告</b>' }
  const adId = Number(await ads.add(ad, Math.floor(Date.now() / 1000)))
  const closeCinema = await openCinema(testStation)
  return async () => {
    await closeCinema()
    await ads.remove(adId)
    await site.write({ vip_min_height: 0 })
  }
}

/** Sells plans by a transfer; the user has bought one and is about to buy another. Returns a function that ends the sale. */
export async function startSelling(testStation: TestStation, user: ScreenUser): Promise<() => Promise<void>> {
  const { operator } = testStation.station.vip
  const removeBenefits = await addBenefits(testStation)
  const ids: number[] = []
  for (const plan of plans) ids.push(await operator.plans.add(plan))
  await operator.transfer.set(await codePicture(), 'CNY')
  await operator.orders.confirm(await orderPlan(testStation, user, ids[1] ?? 0))
  await orderPlan(testStation, user, ids[4] ?? 0)
  return async () => {
    await removeBenefits()
    for (const id of ids) await operator.plans.remove(id)
    await operator.transfer.remove()
  }
}
