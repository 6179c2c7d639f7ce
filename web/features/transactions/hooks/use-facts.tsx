import { useTranslation } from 'react-i18next';
import { toDecimal } from '#contract/shared/money.ts';
import {
  type ConditionFields,
  type DetailsPlace,
  type FactFields,
  type FactsRow,
  hasFact,
  isEmptyFact,
  listFacts,
  type PlacedFact,
} from '#contract/transactions/facts.ts';
import type { Detail } from '../components/DetailsList.tsx';
import { FactValue } from '../components/FactValue.tsx';

/** Returns a function that lists the facts of a transaction in a dialog or on the desk. */
export function useFacts<In extends DetailsPlace>(
  place: In,
): (row: FactsRow<In> & ConditionFields) => Detail[] {
  const { t } = useTranslation();
  const toDetail = (fact: PlacedFact, row: FactFields): Detail[] => {
    const label = t(fact.label);
    if (!isEmptyFact(fact, row)) {
      const value = <FactValue fact={fact} row={row} />;
      return [{ fact: fact.fact, label, value, ...copyOf(fact, row) }];
    }
    return fact.ifEmpty === undefined ? [] : [{ fact: fact.fact, label, value: t(fact.ifEmpty) }];
  };
  return (row) =>
    listFacts(place)
      .filter((fact) => hasFact(fact, row))
      .flatMap((fact) => toDetail(fact, row));
}

function copyOf(fact: PlacedFact, row: FactFields): Pick<Detail, 'copy'> {
  if (!fact.copy) return {};
  const value = row[fact.fields[0]];
  const copied = fact.kind === 'money' ? toDecimal(Number(value)) : String(value);
  return { copy: { kind: fact.copy, value: copied } };
}
