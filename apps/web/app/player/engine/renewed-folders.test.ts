import { expect, test } from 'vitest'
import { createRenewedFolders } from './renewed-folders.ts'

const [former, newer] = ['a'.repeat(22), 'b'.repeat(22)]
const segment = (expires: number, signature: string, scope: string, file = '00007.m4s'): string =>
  `https://media.example/media/${expires}/${signature}/${scope}/720p/${file}`

test('[J03] segments are requested with the newest signature of their own scope, whatever origin they have', () => {
  const folders = createRenewedFolders()
  const [std, vip] = [segment(100, former, 'v1-2-std'), segment(100, former, 'v1-2-vip')]
  expect(folders.rewrite(std)).toBe(std)
  folders.add(
    `#EXTM3U\n${segment(200, newer, 'v1-2-std', 'index.m3u8')}\n/media/200/${former}/v1-2-vip/1080p/index.m3u8\n`,
  )
  expect(folders.rewrite(std)).toBe(segment(200, newer, 'v1-2-std'))
  expect(folders.rewrite(vip)).toBe(segment(200, former, 'v1-2-vip'))
  const other = segment(100, former, 'v1-3-std')
  expect(folders.rewrite(other)).toBe(other)
  folders.clear()
  expect(folders.rewrite(std)).toBe(std)
})
