import { pageTexts as texts } from './page-texts.ts'
import type { Payment } from './payment.ts'
import { formatMinor } from './protocol.ts'

const names: Readonly<Record<string, string>> = { alipay: '支付宝', wxpay: '微信支付', card: '银行卡' }
const signs: Readonly<Record<string, string>> = { CNY: '¥', EUR: '€' }

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const escape = (text: string): string => text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? character)

const style = `
  :root { color-scheme: light dark }
  * { box-sizing: border-box }
  body { margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 16px;
    font: 16px/1.6 "PingFang SC", "Microsoft YaHei", "Noto Sans CJK SC", sans-serif;
    background: light-dark(#f2f3f5, #121316); color: light-dark(#1c1e22, #eceef1) }
  main { width: 100%; max-width: 400px; padding: 28px 24px; border-radius: 12px; background: light-dark(#fff, #1d1f24) }
  h1 { margin: 0; font-size: 20px }
  .mark { display: inline-block; margin: 8px 0 20px; padding: 2px 10px; border-radius: 6px; font-size: 13px;
    background: light-dark(#fff1d6, #4a3510); color: light-dark(#7a4b00, #ffd48a) }
  .amount { margin: 0; font-size: 34px; font-weight: 600; font-variant-numeric: tabular-nums }
  dl { display: grid; grid-template-columns: auto 1fr; gap: 6px 16px; margin: 16px 0 24px; font-size: 14px }
  dt { color: light-dark(#646a73, #9aa0aa) }
  dd { margin: 0; overflow-wrap: anywhere; text-align: right }
  button, a { display: block; width: 100%; min-height: 48px; border: 0; border-radius: 8px; font: inherit;
    line-height: 48px; text-align: center; text-decoration: none; cursor: pointer }
  button { background: #1668dc; color: #fff }
  a { margin-top: 8px; color: inherit }
  :focus-visible { outline: 3px solid light-dark(#0b3d91, #9cc2ff); outline-offset: 2px }`

const page = (content: string): string => `<!doctype html>
<html lang="zh-Hans"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex"><title>${texts.title}</title><style>${style}</style></head>
<body><main><h1>${texts.title}</h1><p class="mark">${texts.warning}</p>${content}</main></body></html>`

/** The page on which an order is paid. */
export function payPage(payment: Payment | undefined, isOpen: boolean): string {
  if (!payment) return page(`<p>${texts.missing}</p>`)
  const { minor, currency, subject, type, no, returnUrl } = payment
  const amount = `${signs[currency.toUpperCase()] ?? ''}${formatMinor(minor)}`
  const rows = [
    [texts.goods, subject],
    [texts.method, names[type] ?? type],
    [texts.order, no],
  ].map(([name = '', value = '']) => `<dt>${escape(name)}</dt><dd>${escape(value)}</dd>`)
  const returns = /^https?:/.test(returnUrl)
  const link = (text: string): string => (returns ? `<a href="${escape(returnUrl)}">${text}</a>` : '')
  const paid = returns ? texts.paid : texts.paidElsewhere
  const form = `<form method="post"><button>${texts.pay}</button></form>${link(texts.back)}`
  const ended = `<p role="status">${payment.state === 'paid' ? paid : texts.ended}</p>${link(texts.home)}`
  return page(`<p class="amount">${amount}</p><dl>${rows.join('')}</dl>${isOpen ? form : ended}`)
}
