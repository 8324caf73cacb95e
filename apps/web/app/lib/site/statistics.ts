import { allowsStatistics } from '@yunmu/urls'
import { redirectDocument, type LoaderFunctionArgs } from 'react-router'

const mark = 'data-statistics'

const addedScript = (): Element | null => document.querySelector(`script[${mark}]`)

/** Whether the browser asks not to be followed, by Do Not Track or Global Privacy Control. */
const isUnwanted = (): boolean =>
  navigator.doNotTrack === '1' || ('globalPrivacyControl' in navigator && navigator.globalPrivacyControl === true)

/** The path that the document was loaded with: its policy is that of this path. */
function documentPath(): string {
  const [entry] = performance.getEntriesByType('navigation')
  return new URL(entry?.name ?? location.href, location.href).pathname
}

/** Adds the operator's statistics script to the document, once, where it may run on the page. */
export function addStatistics(url: string): void {
  if (url === '' || isUnwanted() || addedScript()) return
  if (!allowsStatistics(documentPath()) || !allowsStatistics(location.pathname)) return
  const script = document.createElement('script')
  script.async = true
  script.src = url
  script.setAttribute(mark, '')
  document.head.append(script)
}

/** Loader of pages on which no statistics script may run: in a document that has one, the page is loaded as a new document. */
export function leaveStatistics({ request }: Pick<LoaderFunctionArgs, 'request'>): null {
  if (addedScript()) throw redirectDocument(request.url)
  return null
}
