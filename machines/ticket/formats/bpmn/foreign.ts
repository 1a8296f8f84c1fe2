/** What other tools say of a task in words of their own: who does it and how many must agree. */
import type { Group, Participant, StateDefinition } from '#machines/ticket/definition/definition.ts'
import { elementOf, elementsOf, type ModdleElement, tagOf, textOf } from './moddle.ts'

/** Prefixes that belong to BPMN, to XML, or to us. */
const OWN = /^(bpmn2?|bpmndi|dc|di|xsi|xml|xmlns|jingbao)(:|$)/
/** Attributes in which common tools name people. */
const CANDIDATES = /^(?:[\w-]+:)?candidateGroups$/
const ASSIGNEE = /^(?:[\w-]+:)?assignee$/
const ASSIGNMENT = /:assignmentDefinition$/

const attributesOf = (element: ModdleElement): readonly (readonly [name: string, value: string])[] =>
  Object.entries(element.$attrs).filter(([, value]) => typeof value === 'string')

/** Zeebe writes them in an extension element of its own. */
const assignmentOf = (element: ModdleElement): ModdleElement | undefined =>
  elementsOf(elementOf(element, 'extensionElements'), 'values').find(({ $type }) => ASSIGNMENT.test($type))

/** `group(financeOfficer)` in a resource, as the standard writes it. */
const performersOf = (element: ModdleElement): readonly string[] =>
  elementsOf(element, 'resources').flatMap((resource) => {
    const expression = elementOf(elementOf(resource, 'resourceAssignmentExpression'), 'expression')
    return textOf(expression, 'body')
      .split(',')
      .map((part) => part.trim())
      .map((part) => /^group\((.+)\)$/.exec(part)?.[1] ?? part)
  })

/** Names of those who act, as the file has them. */
function namedIn(element: ModdleElement): { readonly groups: readonly string[]; readonly assignee: string } {
  const attributes = attributesOf(element)
  const assignment = assignmentOf(element)
  const groups = [
    ...attributes.flatMap(([name, value]) => (CANDIDATES.test(name) ? value.split(',') : [])),
    ...textOf(assignment, 'candidateGroups').replace(/^=/, '').split(','),
    ...performersOf(element),
  ]
  const assignee = attributes.find(([name]) => ASSIGNEE.test(name))?.[1] ?? textOf(assignment, 'assignee')
  return { groups: groups.map((group) => group.trim()).filter((group) => group !== ''), assignee }
}

/** People of a task, and what the file calls them; null where it names nobody who can be known here. */
export function foreignPeople(
  element: ModdleElement,
): { readonly participant: Participant; readonly text: string } | null {
  const { groups, assignee } = namedIn(element)
  const known = groups
    .filter((role) => /^[A-Za-z][A-Za-z0-9_]{0,31}$/.test(role))
    .map((role): Group => ({ type: 'role', role }))
  const [only, ...others] = known
  if (only) return { participant: others.length > 0 ? { type: 'several', of: known } : only, text: groups.join(', ') }
  if (/^[$#=]?\{?\s*(initiator|starter|applicant|startUserId)\s*\}?$/i.test(assignee))
    return { participant: { type: 'applicant' }, text: assignee }
  return null
}

/** How votes are counted, out of a loop that carries no mode of ours. */
export function foreignVote(loop: ModdleElement): Pick<StateDefinition, 'mode' | 'ratio' | 'count'> {
  if (loop.isSequential === true) return { mode: 'sequential' }
  const condition = textOf(elementOf(loop, 'completionCondition'), 'body')
  const [, left = '', sign = '', value = ''] =
    /^[$#=]?\{?\s*([\w\s/.]+?)\s*(>=|==|>)\s*([\d.]+)\s*\}?$/.exec(condition) ?? []
  const figure = Number(value)
  if (/^nrOfCompletedInstances\s*\/\s*nrOfInstances$/.test(left) && figure > 0 && figure <= 1)
    return figure === 1 && sign !== '>' ? { mode: 'all' } : { mode: 'ratio', ratio: Math.ceil(figure * 100) }
  if (left === 'nrOfCompletedInstances' && Number.isInteger(figure) && figure >= 0) {
    const count = sign === '>' ? figure + 1 : figure
    return count <= 1 ? { mode: 'anyApproval' } : { mode: 'count', count }
  }
  return { mode: 'all' }
}

/** Names of attributes and extension elements of other tools that nothing is made of. */
export function foreignParts(element: ModdleElement): readonly string[] {
  const attributes = attributesOf(element)
    .map(([name]) => name)
    .filter((name) => !OWN.test(name) && !CANDIDATES.test(name) && !ASSIGNEE.test(name))
  const extensions = elementsOf(elementOf(element, 'extensionElements'), 'values')
    .map(({ $type }) => $type)
    .filter((type) => !OWN.test(type) && !ASSIGNMENT.test(type))
  return [...new Set([...attributes, ...extensions])]
}

const DATA = ['ioSpecification', 'properties', 'dataInputAssociations', 'dataOutputAssociations'] as const
/** Whether the element works on data of its own. */
export const hasData = (element: ModdleElement): boolean =>
  textOf(element, 'script') !== '' ||
  DATA.some((property) => elementsOf(element, property).length > 0 || elementOf(element, property) !== undefined)

/** What starts or ends there beside the plain event: `messageEventDefinition`. */
export const definitionTags = (event: ModdleElement): readonly string[] =>
  elementsOf(event, 'eventDefinitions').map(tagOf)
