/**
 * Names of crawlers, or the address of a page about the crawler, as is customary. CUBOT makes phones. Programs that
 * only name their HTTP library (okhttp, curl) are applications.
 */
const crawler = /(?<!cu)bot\b|spider|crawl|slurp|archiver|mediapartners|\+https?:\/\//i

/**
 * Whether a `User-Agent` claims to be a crawler. Claims are not verified, so a crawler must never get more than a
 * visitor.
 */
export const isCrawler = (agent: string | undefined): boolean => agent !== undefined && crawler.test(agent)
