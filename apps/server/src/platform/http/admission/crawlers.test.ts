import { expect, test } from 'vitest'
import { isCrawler } from './crawlers.ts'

test.each([
  'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
  'AdsBot-Google (+http://www.google.com/adsbot.html)',
  'Mozilla/5.0 (compatible; Baiduspider/2.0; +http://www.baidu.com/search/spider.html)',
  'Sogou web spider/4.0(+http://www.sogou.com/docs/help/webmasters.htm#07)',
  'Mozilla/5.0 (Linux;u;Android 4.2.2;zh-cn;) AppleWebKit/534.46 Mobile Safari/10600.6.3 (compatible; YisouSpider)',
  'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)',
  'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)',
  'Mozilla/5.0 (compatible; Yahoo! Slurp; http://help.yahoo.com/help/us/ysearch/slurp)',
  'GPTBot',
  'ia_archiver',
])('%s is a crawler', (agent) => expect(isCrawler(agent)).toBe(true))

test.each([
  undefined,
  '',
  'Mozilla/5.0 (Linux; Android 9; CUBOT X19) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0 Mobile Safari/537.36',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 16_5 like Mac OS X) AppleWebKit/605.1.15 MicroMessenger/8.0.38 Language/zh_CN',
  'Mozilla/5.0 (Linux; Android 13) AppleWebKit/537.36 Chrome/89 Mobile Safari/537.36 T7/13 baiduboxapp/13 (Baidu; P1 13)',
  'Mozilla/5.0 (Windows NT 10.0; WOW64) AppleWebKit/537.36 Chrome/86.0.4240.198 Safari/537.36 SE 2.X MetaSr 1.0',
  'okhttp/4.9',
  'AppleCoreMedia/1.0.0.20G81 (iPhone; U; CPU OS 16_6 like Mac OS X; zh_cn)',
])('%s is a person', (agent) => expect(isCrawler(agent)).toBe(false))
