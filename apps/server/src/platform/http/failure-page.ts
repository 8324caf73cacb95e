import type { Script } from '@yunmu/contract'
import { toTraditional } from '@yunmu/zh'
import { documentHeaders } from './security-headers.ts'

/** Headers of a page that contains only a sentence. */
export const failurePageHeaders: Record<string, string> = {
  ...documentHeaders,
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
}

const style =
  'body{font:1rem/1.6 system-ui,sans-serif;max-width:28rem;margin:30vh auto 0;padding:0 1rem;text-align:center}'

/** The page for a failed page request: one sentence, in the page's script, and a link: to retry, or another. */
export function failurePage(sentence: string, script: Script, link = { label: '再试一次', url: '' }): string {
  const label = script === 't' ? toTraditional(link.label) : link.label
  return [
    `<!doctype html><html lang="zh-Han${script}"><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">',
    `<title>云幕</title><style>${style}</style>`,
    `<p>${sentence}。</p><p><a href="${link.url}">${label}</a></p>`,
  ].join('')
}
