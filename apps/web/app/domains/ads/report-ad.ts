import { callOnce } from '../../lib/calls/call-query.ts'
import { rememberShown } from './shown-ads.ts'

interface ShownAd {
  id: number
  token: string
}

/** The server counts a token once. An uncounted impression or click is acceptable. */
const report = ({ id, token }: ShownAd, event: 'show' | 'click'): void =>
  void callOnce('commonHits', { type: 'ad', id, token, event }, 's').catch(() => undefined)

export function reportShown(ad: ShownAd): void {
  rememberShown(ad.id)
  report(ad, 'show')
}

export const reportClicked = (ad: ShownAd): void => report(ad, 'click')
