import { openTestBank } from '@yunmu/test-bank'
import { freePort } from '../apps/server/src/testing/free-port.ts'
import { gate } from './lib/gate.ts'
import { payThroughKills } from './lib/payments-chaos.ts'
import { report } from './lib/report.ts'
import { openScratchStation } from './lib/scratch-station.ts'
import { seededRandom } from './lib/seeded-random.ts'
import { addPeople } from './lib/signed-in-people.ts'

/**
 * Payers order, pay and ask for refunds at the test bank by Alipay, WeChat Pay and Stripe, while the server is killed
 * (SIGKILL) at random moments and started again: whether anything that was acknowledged is lost, and anything happened
 * twice. A kill takes a few seconds. `KILLS` and `PAYERS` may be set; with the argument `epay` that gateway takes the place of
 * Alipay and WeChat Pay.
 */
const kills = Number(process.env.KILLS ?? 100)
const payers = Number(process.env.PAYERS ?? 6)
const isEpay = process.argv[2] === 'epay'
/** Of the pauses of a gateway between its attempts: the server is down for seconds, not for hours. */
const timeScale = 0.02

const bank = await openTestBank({ timeScale })
const port = await freePort()
const origin = `http://127.0.0.1:${port}`
bank.setStripeNotifyUrl(`${origin}/pay/notify/stripe`)
const env = { EGRESS_ALLOW: bank.destination, SITE_URL: origin }
const { platform, station, close } = await openScratchStation(env)
try {
  const people = await addPeople(platform, payers)
  const figures = await payThroughKills(
    { platform, station, bank, port, env },
    {
      people,
      kills,
      random: seededRandom(7),
      ways: isEpay
        ? [
            ['epay', 2],
            ['stripe', 3],
          ]
        : [
            ['alipay', 1],
            ['wechat', 2],
            ['stripe', 3],
          ],
    },
  )
  report('payments-chaos', { gateways: isEpay ? 'epay' : 'others', payers, ...figures, faults: figures.faults.length })
  for (const fault of figures.faults.slice(0, 20)) console.log(fault)
  gate(
    'nothing acknowledged is lost, nothing happens twice',
    figures.faults.length === 0,
    `${figures.faults.length} faults`,
  )
} finally {
  await bank.close()
  await close()
}
