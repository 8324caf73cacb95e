import { openTestBank } from '@yunmu/test-bank'
import { expect, test } from 'vitest'
import { databaseUrlOf } from '../../apps/server/src/testing/database-url.ts'
import { freePort } from '../../apps/server/src/testing/free-port.ts'
import { cloneTestDatabase } from '../../apps/server/src/testing/test-database.ts'
import { payThroughKills } from './payments-chaos.ts'
import { openScratchStation } from './scratch-station.ts'
import { seededRandom } from './seeded-random.ts'
import { addPeople } from './signed-in-people.ts'

test('[J04] nothing acknowledged is lost and nothing happens twice when the server is killed while the bank pays', async () => {
  const database = await cloneTestDatabase()
  const bank = await openTestBank({ timeScale: 0.02 })
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  bank.setStripeNotifyUrl(`${origin}/pay/notify/stripe`)
  const env = { EGRESS_ALLOW: bank.destination, SITE_URL: origin }
  const { platform, station, close } = await openScratchStation({ ...env, DATABASE_URL: databaseUrlOf(database) })
  try {
    const people = await addPeople(platform, 4)
    const figures = await payThroughKills(
      { platform, station, bank, port, env },
      {
        people,
        kills: 3,
        random: seededRandom(7),
        ways: [
          ['wechat', 2],
          ['stripe', 3],
        ],
      },
    )
    expect(figures.faults).toEqual([])
    expect(figures.payments).toBeGreaterThanOrEqual(3)
  } finally {
    await bank.close()
    await close()
    await database.drop()
  }
}, 600_000)
