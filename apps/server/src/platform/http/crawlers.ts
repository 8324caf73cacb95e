/**
 * Names that crawlers give themselves, or the address of a page about the crawler, which is the custom too. CUBOT is a
 * maker of phones. Programs that merely name their HTTP library (okhttp, curl) are somebody's application.
 */
const crawler = /(?<!cu)bot\b|spider|crawl|slurp|archiver|mediapartners|\+https?:\/\//i

/** Whether a `User-Agent` claims to be a crawler's. Claims are not verified, so a crawler must never get more than a person. */
export const isCrawler = (agent: string | undefined): boolean => agent !== undefined && crawler.test(agent)
