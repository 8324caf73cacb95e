/** Comma-separated values (RFC 4180) in UTF-8. An empty field is null, `""` an empty text. */

/** One line with its end. */
export const writeCsvRow = (cells: readonly (string | null)[]): string =>
  `${cells
    .map((cell) => {
      if (cell === null) return ''
      return cell === '' || /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
    })
    .join(',')}\r\n`

export interface CsvReader {
  /** Parses the next characters and returns the rows that are complete. */
  write(text: string): (string | null)[][]
  /** Ends the file. Returns the last row if it had no line end; null if a quotation is not closed. */
  end(): (string | null)[][] | null
}

/** Parses CSV in pieces. Lines may end in any way; empty ones are left out. */
export function createCsvReader(): CsvReader {
  let cells: (string | null)[] = []
  let cell = ''
  /** `start` of a cell, within a plain or quoted one, or behind a quotation mark that may be doubled. */
  let state: 'start' | 'plain' | 'quoted' | 'quote' = 'start'
  let rows: (string | null)[][] = []
  const endCell = (): void => {
    cells.push(state === 'start' ? null : cell)
    cell = ''
    state = 'start'
  }
  const endRow = (): void => {
    if (cells.length > 0 || state !== 'start') {
      endCell()
      rows.push(cells)
    }
    cells = []
  }
  const take = (): (string | null)[][] => {
    const taken = rows
    rows = []
    return taken
  }
  const step = (character: string): void => {
    if (state === 'quoted') {
      if (character === '"') state = 'quote'
      else cell += character
    } else if (character === '"' && state !== 'plain') {
      if (state === 'quote') cell += '"'
      state = 'quoted'
    } else if (character === ',') endCell()
    else if (character === '\r' || character === '\n') endRow()
    else {
      cell += character
      state = 'plain'
    }
  }
  return {
    write(text) {
      for (const character of text) step(character)
      return take()
    },
    end() {
      if (state === 'quoted') return null
      endRow()
      return take()
    },
  }
}
