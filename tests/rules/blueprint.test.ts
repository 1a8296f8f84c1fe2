import { describe, expect, it } from 'vitest'
import { sources } from './sources.ts'

/** Parts of Blueprint that say English words of their own, and what in a tag keeps them from it; null where nothing does. */
const speaking: Readonly<Record<string, RegExp | null>> = {
  Alert: /confirmButtonText=/,
  DatePicker: /todayButtonText=[\s\S]*clearButtonText=/,
  Dialog: /isCloseButtonShown=\{false\}|^(?![\s\S]*\btitle=)/,
  Drawer: /isCloseButtonShown=\{false\}|^(?![\s\S]*\btitle=)/,
  FileInput: /\btext=[\s\S]*buttonText=/,
  Spinner: /aria-label=/,
  // What waits is a `BusyButton`.
  Button: /^(?![\s\S]*\bloading\b)/,
  DateInput: null,
  DateRangeInput: null,
  // Its words are those of its shortcuts.
  DateRangePicker: /shortcuts=\{false\}/,
  DrawerHeader: null,
  HotkeysProvider: null,
  MultiSelect: null,
  MultistepDialog: null,
  NumericInput: null,
  Omnibar: null,
  PanelStack: null,
  Select: null,
  Suggest: null,
  TagInput: null,
  TimePicker: null,
  TimezoneSelect: null,
}

/** The parts in a source that would be heard in English. */
function speakers(text: string): readonly string[] {
  return [...text.matchAll(/<([A-Z]\w+)((?:[^<>]|=>|<[^>]*>)*?)\/?>/g)].flatMap(([, name = '', attributes = '']) => {
    const silenced = Object.hasOwn(speaking, name) ? speaking[name] : /^/
    const isTag = name !== 'Tag' || !/onRemove=/.test(attributes)
    return isTag && silenced?.test(attributes) === true ? [] : [name]
  })
}

describe('words that Blueprint brings', () => {
  it('are in the language of the person, or not there', () => {
    const fromBlueprint = (text: string): boolean => /@blueprintjs\/(core|datetime|select)'/.test(text)
    expect(
      sources
        .filter(({ path, text }) => path.endsWith('.tsx') && fromBlueprint(text))
        .flatMap(({ path, text }) => speakers(text).map((name) => `${path}: ${name}`)),
    ).toEqual([])
  })

  it.each([
    ['<Dialog isOpen title={t(x)}>', ['Dialog']],
    ['<Dialog isOpen title={t(x)} isCloseButtonShown={false}>', []],
    ['<Drawer isOpen onClose={() => close()}>', []],
    ['<Spinner size={16} />', ['Spinner']],
    ['<Button text={t(x)} loading={isBusy} />', ['Button']],
    ['<Tag minimal onRemove={remove}>', ['Tag']],
    ['<NumericInput value={1} />', ['NumericInput']],
    ['<DateRangePicker value={both} />', ['DateRangePicker']],
    ['<DateRangePicker value={both} shortcuts={false} />', []],
  ])('are found in %s', (text, found) => expect(speakers(text)).toEqual(found))
})
