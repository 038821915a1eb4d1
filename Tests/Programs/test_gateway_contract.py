"""The contract of gateways, docs/gateway.yaml, tested with the reference gateway."""

import jsonschema_rs
import pytest
import schemathesis
import yaml
from hypothesis import HealthCheck, Phase, settings
from requests import ConnectionError
from schemathesis.checks import not_a_server_error
from schemathesis.core.failures import FailureGroup
from schemathesis.specs.openapi.checks import positive_data_acceptance

from support.gateway import Gateway, SAMPLE
from support.portico import ROOT

pytestmark = pytest.mark.holds("E7")

DOCUMENT = ROOT / "docs/gateway.yaml"
CONTRACT = schemathesis.openapi.from_path(DOCUMENT)
#: Breaches of the contract, and the calls in which they occur.
BREACHES = {
    "other-status": ("login", "me", "workplaces", "logout"),
    "malformed": ("login", "me", "workplaces"), "web-page": ("login", "me", "workplaces"), "redirect": ("login", "me", "logout"),
    "missing-employee-number": ("login", "me"), "letters-in-employee-number": ("login", "me"),
    "wrong-type": ("login", "me", "workplaces"), "no-user": ("login", "me"),
}
#: Checks that require a successful response.
NOT_OF_ANSWERS = [not_a_server_error, positive_data_acceptance]
#: Faults within the contract, and the statuses of their responses.
LAWFUL = {"error": 500, "forbidden": 403, "too-many": 429, "other-person": 200}


@pytest.fixture(scope="module")
def gateway():
    with Gateway() as gateway:
        yield gateway


@pytest.fixture(autouse=True)
def without_fault(gateway):
    gateway.fault("none")


def bearer(gateway):
    return {"Authorization": f"Bearer {gateway.sign_in()}"}


def login(person, password=None):
    body = {"userName": person["userName"], "password": password or person["password"]}
    return CONTRACT.find_operation_by_id("login").Case(body=body, media_type="application/json")


def call(gateway, name):
    """A valid call."""
    if name == "login":
        return login(SAMPLE["people"][0])
    return CONTRACT.find_operation_by_id(name).Case(headers=bearer(gateway))


@CONTRACT.parametrize()
@settings(max_examples=25, deadline=None, derandomize=True, database=None, suppress_health_check=list(HealthCheck),
          phases=[Phase.explicit, Phase.generate])
def test_whatever_is_asked_the_reference_keeps_the_contract(gateway, case):
    """Generated requests, valid and invalid, with and without a token."""
    headers = None if case.operation.label == "POST /login" else bearer(gateway)
    case.call_and_validate(base_url=gateway.url, headers=headers)


@pytest.mark.parametrize("name, status", [("login", 200), ("me", 200), ("workplaces", 200), ("logout", 204)])
def test_people_are_answered(gateway, name, status):
    assert call(gateway, name).call_and_validate(base_url=gateway.url).status_code == status


@pytest.mark.parametrize("fault, name", [(fault, name) for fault, names in BREACHES.items() for name in names])
def test_a_breach_is_one(gateway, fault, name):
    """Shows that the contract forbids each fault."""
    case = call(gateway, name)
    gateway.fault(fault)
    answer = case.call(base_url=gateway.url, allow_redirects=False)
    with pytest.raises(FailureGroup):
        case.validate_response(answer)


@pytest.mark.parametrize("fault, status", LAWFUL.items())
def test_allowed_differences_are_no_breach(gateway, fault, status):
    case = call(gateway, "me")
    gateway.fault(fault, on="me")
    answer = case.call_and_validate(base_url=gateway.url, excluded_checks=NOT_OF_ANSWERS)
    assert answer.status_code == status


def test_an_ended_token_is_refused(gateway):
    headers = bearer(gateway)
    for name, status in [("logout", 204), ("logout", 401), ("me", 401), ("workplaces", 401)]:
        case = CONTRACT.find_operation_by_id(name).Case(headers=headers)
        answer = case.call_and_validate(base_url=gateway.url, excluded_checks=NOT_OF_ANSWERS)
        assert answer.status_code == status


def test_too_many_wrong_passwords_have_to_wait(gateway):
    case = login(SAMPLE["people"][-1], "wrong")
    answers = [case.call_and_validate(base_url=gateway.url, excluded_checks=NOT_OF_ANSWERS) for _ in range(11)]
    assert [answer.status_code for answer in answers] == [401] * 10 + [429]


def test_a_request_that_is_too_large_is_refused(gateway):
    answer = login(SAMPLE["people"][0], "x" * 16_384).call_and_validate(
        base_url=gateway.url, excluded_checks=NOT_OF_ANSWERS)
    assert answer.status_code == 413


def test_the_gateway_comes_back_where_it_was():
    with Gateway(people=SAMPLE["people"][:1]) as gateway:
        url, headers = gateway.url, bearer(gateway)
        gateway.stop()
        with pytest.raises(ConnectionError):
            call_me(gateway, headers)
        gateway.start()
        assert (gateway.url, call_me(gateway, headers).status_code) == (url, 401)
        assert call_me(gateway, bearer(gateway)).status_code == 200


def call_me(gateway, headers):
    return CONTRACT.find_operation_by_id("me").Case(headers=headers).call(base_url=gateway.url)


def test_the_examples_are_right():
    document = yaml.safe_load(DOCUMENT.read_text())
    seen = 0
    for content in media_types(document):
        if "$ref" in content["schema"]:
            schema = {"$ref": content["schema"]["$ref"], "components": document["components"]}
            for example in content.get("examples", {}).values():
                jsonschema_rs.validate(schema, example["value"])
                seen += 1
    assert seen > 8


def media_types(value):
    """Every media type in a document."""
    if isinstance(value, dict):
        if "schema" in value and "application/json" not in value:
            yield value
        for part in value.values():
            yield from media_types(part)
    elif isinstance(value, list):
        for part in value:
            yield from media_types(part)
