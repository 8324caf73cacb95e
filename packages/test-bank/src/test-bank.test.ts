import { createServer } from 'node:http'
import { expect, test } from 'vitest'
import { encodeGbk } from './encode-gbk.ts'
import { openTestBank, type TestBank } from './index.ts'

async function withBank(work: (bank: TestBank) => Promise<void>): Promise<void> {
  const bank = await openTestBank({ timeScale: 0 })
  try {
    await work(bank)
  } finally {
    await bank.close()
  }
}

const post = (url: string, token?: string) =>
  fetch(url, { method: 'POST', headers: token === undefined ? {} : { authorization: `Bearer ${token}` } })

test('[J04] the bank listens on this machine only, and each has keys of its own', () =>
  withBank(async (bank) => {
    expect(bank.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
    await withBank(async (other) => {
      expect(other.settings.epay.key).not.toBe(bank.settings.epay.key)
      expect(other.settings.alipay.alipayPublicKey).not.toBe(bank.settings.alipay.alipayPublicKey)
    })
  }))

test('[J04] commands need the token, and say what is not possible', () =>
  withBank(async ({ url, controlToken }) => {
    expect((await post(`${url}/bank/control/list`)).status).toBe(401)
    expect((await post(`${url}/bank/control/list`, 'x')).status).toBe(401)
    expect((await fetch(`${url}/bank/control/list`)).status).toBe(401)
    expect((await post(`${url}/bank/control/toString`, controlToken)).status).toBe(400)
    expect(await (await post(`${url}/bank/control/pay?no=A1`, controlToken)).json()).toEqual({ result: false })
    expect(await (await post(`${url}/bank/control/list`, controlToken)).json()).toEqual({
      result: { payments: [], deliveries: [] },
    })
  }))

test('[J04] unsigned and unknown requests are refused, and none ends the bank', () =>
  withBank(async ({ url, settings }) => {
    const requests: [string, RequestInit?][] = [
      ['/epay/submit.php?pid=1'],
      [`/epay/submit.php?pid=${settings.epay.pid}&money=1.00&sign=x`],
      ['/alipay/gateway.do?method=alipay.trade.query'],
      ['/wechat/v3/pay/transactions/native', { method: 'POST', body: '{}' }],
      ['/v1/checkout/sessions', { method: 'POST', body: '' }],
      ['/bank/pay/00000000000000000000000000000000'],
      ['/nothing'],
      ['/%00', { method: 'POST', body: '\0'.repeat(1000) }],
      ['/v1/refunds', { method: 'POST', body: 'x'.repeat(300_000) }],
    ]
    for (const [path, init] of requests)
      expect((await fetch(`${url}${path}`, init)).status, path).toBeGreaterThanOrEqual(400)
    const wrongKey = await fetch(`${url}/epay/api.php?act=order&pid=${settings.epay.pid}&key=x&out_trade_no=A`)
    expect(await wrongKey.json()).toMatchObject({ code: -3 })
  }))

test('[J04] what the merchant does not take is sent as often as the protocol says, and then given up', () =>
  withBank(async (bank) => {
    let asked = 0
    const server = createServer((_request, response) => {
      asked++
      response.writeHead(500).end()
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const address = server.address()
    bank.setStripeNotifyUrl(`http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/`)
    const form = new URLSearchParams({
      client_reference_id: 'A1',
      'line_items[0][price_data][unit_amount]': '499',
      'line_items[0][price_data][currency]': 'eur',
      expires_at: String(Math.floor(Date.now() / 1000) + 1900),
    })
    const headers = { authorization: `Bearer ${bank.settings.stripe.secretKey}` }
    const created = await fetch(`${bank.url}/v1/checkout/sessions`, { method: 'POST', headers, body: form })
    expect(created.status).toBe(200)
    expect(bank.control.pay('A1')).toBe(true)
    expect(bank.control.pay('A1')).toBe(false)
    await bank.control.settled()
    expect(asked).toBe(8)
    expect(bank.control.list().deliveries).toMatchObject([{ kind: 'paid', attempts: 8, state: 'given_up' }])
    server.close()
  }))

test('[J04] text is encoded as GBK, as bills of Alipay are', () => {
  const text = '订单金额（元）,月卡 30 天\r\n'
  expect(new TextDecoder('gb18030').decode(encodeGbk(text))).toBe(text)
  expect(() => encodeGbk('🀄')).toThrow(RangeError)
})
