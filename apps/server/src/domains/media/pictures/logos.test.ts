import { existsSync, readdirSync } from 'node:fs'
import { utimes } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { aLinearChannel } from '../../../testing/channels.ts'
import { buildTestApp } from '../../../testing/test-app.ts'

const t = await buildTestApp()
const { storeLogo } = t.station.media
const drawn = sharp({
  create: { width: 600, height: 200, channels: 4, background: { r: 200, g: 40, b: 30, alpha: 0.5 } },
})

test('bytes that are not a picture are not stored, whatever their name', async () => {
  for (const bytes of [
    Buffer.alloc(0),
    Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'),
    Buffer.from('\u0089PNG\r\n\u001a\nbroken', 'latin1'),
    Buffer.from('GIF89a'),
  ]) {
    expect(await storeLogo(bytes)).toBeNull()
  }
  expect((await t.app.inject({ url: `/media/logos/${'A'.repeat(22)}.webp` })).statusCode).toBe(404)
  expect((await t.app.inject({ url: '/media/logos/..%2f..%2fsecrets.json' })).statusCode).toBe(403)
})

test('a logo is stored once, scaled down but not cropped, and served as immutable', async () => {
  const png = await drawn.png().toBuffer()
  const address = await storeLogo(png)
  expect(address).toMatch(/^\/media\/logos\/[\w-]{22}\.webp$/)
  expect(await storeLogo(png)).toBe(address)
  const { statusCode, headers, rawPayload } = await t.app.inject({ url: `${address}?w=180` })
  expect([statusCode, headers['cache-control']]).toEqual([200, expect.stringContaining('immutable')])
  expect(await sharp(rawPayload).metadata()).toMatchObject({ format: 'webp', width: 256, height: 85, hasAlpha: true })
})

test('logos that no channel uses are removed after an hour', async () => {
  const fileOf = (address: string): string => join(t.platform.config.dataDir, address.replace('/media/', ''))
  const store = async (background: string): Promise<string> => {
    const picture = sharp({ create: { width: 9, height: 9, channels: 3, background } })
    return (await storeLogo(await picture.png().toBuffer())) ?? ''
  }
  const [shown, removed, again] = [await store('#111'), await store('#222'), await store('#333')]
  const [, id = 0] = await t.station.live.save([
    aLinearChannel({ name: '一台', number: 1, logo: shown }),
    aLinearChannel({ name: '二台', number: 2, logo: removed }),
  ])
  for (const address of [shown, removed, again]) await utimes(fileOf(address), 1, 1)
  await t.station.live.remove([id])
  // The file exists as another channel's logo and is now stored again for this one.
  expect(await store('#333')).toBe(again)
  await t.station.media.sweep(Date.now())
  expect([shown, removed, again].map((address) => existsSync(fileOf(address)))).toEqual([true, false, true])
  await t.station.media.sweep(Date.now() + 3700_000)
  expect(readdirSync(join(t.platform.config.dataDir, 'logos'))).toEqual([shown.replace('/media/logos/', '')])
})
