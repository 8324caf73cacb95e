import { maxNameFontCharacters, nameFontUrl } from '../urls.ts'

/** In `--display` of `tokens.css`, after the fonts of systems. */
const family = 'Yunmu Names'

/** The fonts of `--display` by their full and PostScript names, one of which each browser knows them by. */
const systemFonts = (
  [
    ['Noto Serif CJK SC', 'NotoSerifCJKsc'],
    ['Noto Serif SC', 'NotoSerifSC'],
    ['Source Han Serif SC', 'SourceHanSerifSC'],
    ['Songti SC', 'STSongti-SC'],
  ] as const
).flatMap(([name, postScriptName]) => [`${name} Bold`, `${postScriptName}-Bold`, name, `${postScriptName}-Regular`])

/** Names change in parts, when a page comes. */
const settleMs = 200

function hasSystemFont(): Promise<boolean> {
  const source = systemFonts.map((name) => `local("${name}")`).join()
  return new FontFace(`${family} of the system`, source).load().then(
    () => true,
    () => false,
  )
}

const selectorsOfSheets = new WeakMap<CSSStyleSheet, string[]>()

function* displayRules(rules: CSSRuleList): Iterable<string> {
  for (const rule of rules) {
    if (rule instanceof CSSStyleRule) {
      // With a variable in it, the shorthand is not divided into its parts.
      const font = rule.style.fontFamily || rule.style.font
      if (font.includes('--display')) yield rule.selectorText
    } else if (rule instanceof CSSGroupingRule) yield* displayRules(rule.cssRules)
  }
}

/** The selectors that a style sheet sets in the serif. */
function displaySelectorsOf(sheet: CSSStyleSheet): string[] {
  const known = selectorsOfSheets.get(sheet)
  if (known) return known
  const selectors = [...displayRules(sheet.cssRules)]
  selectorsOfSheets.set(sheet, selectors)
  return selectors
}

/** The texts of the page that are set in the serif, and the names that it will show by itself. */
function displayTexts(): string[] {
  const selectors = [...document.styleSheets].flatMap(displaySelectorsOf)
  const shown = selectors.length > 0 ? document.querySelectorAll(selectors.join()) : []
  const later = document.querySelectorAll<HTMLElement>('[data-names]')
  return [...[...shown].map(({ textContent }) => textContent), ...[...later].map(({ dataset }) => dataset.names ?? '')]
}

/**
 * Chinese characters of the Basic Multilingual Plane. In every Chinese font they are as wide as high, so that nothing moves
 * when their font comes; other characters keep their font.
 */
const chineseCharacters = /[\u4E00-\u9FFF]/g

async function load(codes: ReadonlySet<number>): Promise<void> {
  const unicodeRange = [...codes].map((code) => `U+${code.toString(16)}`).join()
  const face = new FontFace(family, `url("${nameFontUrl(codes)}") format("woff2")`, { weight: '700', unicodeRange })
  document.fonts.add(await face.load())
}

/**
 * Where the system has no Chinese serif, loads one for the names that the pages show: a file with the characters that were
 * not loaded yet, and its face for these characters. A name stays as it is if that fails.
 * @returns stops loading
 */
export function loadNameFont(): () => void {
  const requested = new Set<number>()
  let timer: ReturnType<typeof setTimeout> | undefined
  const update = (): void => {
    timer = undefined
    const codes = new Set<number>()
    for (const [character] of displayTexts().join('').matchAll(chineseCharacters)) {
      const code = character.charCodeAt(0)
      if (!requested.has(code) && codes.size < maxNameFontCharacters) codes.add(code)
    }
    if (codes.size === 0) return
    for (const code of codes) requested.add(code)
    load(codes).catch(() => undefined)
  }
  const observer = new MutationObserver(() => (timer ??= setTimeout(update, settleMs)))
  let isStopped = false
  void hasSystemFont().then((has) => {
    if (has || isStopped) return
    observer.observe(document.body, { subtree: true, childList: true, characterData: true })
    update()
  })
  return () => {
    isStopped = true
    observer.disconnect()
    clearTimeout(timer)
  }
}
