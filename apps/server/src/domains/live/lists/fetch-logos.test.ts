import { expect, test } from 'vitest'
import { fetchLogos } from './fetch-logos.ts'

test('[G03] each logo is fetched once, invalid addresses are skipped, and an unreachable host is given up', async () => {
  const asked: string[] = []
  const progress: number[] = []
  const dead = Array.from({ length: 40 }, (_, at) => `http://dead.example/${at}.png`)
  const came = await fetchLogos(
    ['https://a.example/1.png', 'https://a.example/1.png', 'data:image/png;base64,AA', 'http://', ...dead],
    async (address) => {
      asked.push(address)
      return address.includes('dead') ? null : `/media/logos/${address.length}.webp`
    },
    (done) => progress.push(done),
  )
  expect([...came]).toEqual([['https://a.example/1.png', '/media/logos/23.webp']])
  expect(asked.filter((address) => address.includes('a.example'))).toHaveLength(1)
  expect(asked.filter((address) => address.includes('dead')).length).toBeLessThan(12)
  expect(progress.at(-1)).toBe(41)
})
