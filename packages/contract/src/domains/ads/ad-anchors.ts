/** Slots that the pages have beside the home page's: `pre` is before a film, `box` a fixed box. */
export const adAnchors = { beforeFilm: 'pre', pause: 'pause', list: 'list', text: 'text', box: 'box' } as const
