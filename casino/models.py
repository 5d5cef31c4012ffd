"""The people of the house and the service accounts of its machines."""

from datetime import date
from typing import ClassVar

from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from casino import roles
from casino.answered import AnsweredKey
from casino.audit.models import JournalEntry, JournalHead
from casino.health.models import Heartbeat

__all__ = [
    "AnsweredKey",
    "Heartbeat",
    "JournalEntry",
    "JournalHead",
    "RecoveryCode",
    "SecondFactor",
    "ServiceToken",
    "Staff",
    "StaffManager",
]


class Role(models.TextChoices):
    """The rows of `casino.roles.ROLES`, with names for people."""

    DEALER = "dealer", pgettext_lazy("role", "Dealer")
    SUPERVISOR = "supervisor", pgettext_lazy("role", "Pit boss")
    CAGE = "cage", pgettext_lazy("role", "Cage")
    SECURITY = "security", pgettext_lazy("role", "Security")
    SURVEILLANCE = "surveillance", pgettext_lazy("role", "Surveillance")
    AUDITOR = "auditor", pgettext_lazy("role", "Auditor")
    ADMINISTRATOR = "administrator", pgettext_lazy("role", "Administrator")


class StaffManager(BaseUserManager["Staff"]):
    """People, found by the name they log in with."""


class Staff(AbstractBaseUser):
    """A person who logs in. What they may do follows from the role and from nothing else."""

    username = models.CharField(_("user name"), max_length=40, unique=True)
    name = models.CharField(_("name"), max_length=80)
    role = models.CharField(_("role"), max_length=20, choices=Role.choices)
    is_active = models.BooleanField(_("may log in"), default=True)
    licence = models.CharField(_("licence number"), max_length=40, blank=True)
    licence_until = models.DateField(_("licence holds until"), null=True, blank=True)  # the last day on which it holds
    pin = models.CharField(max_length=128, blank=True)  # hashed as passwords are; empty: none was set
    badge = models.CharField(max_length=64, unique=True, null=True)  # a keyed hash (casino.sealing.mac)

    USERNAME_FIELD = "username"
    REQUIRED_FIELDS: ClassVar[list[str]] = ["name", "role"]

    objects: ClassVar[StaffManager] = StaffManager()

    class Meta:
        constraints = [
            models.CheckConstraint(condition=models.Q(role__in=sorted(roles.ROLES)), name="staff_role_known")
        ]
        ordering = ["name", "pk"]

    def __str__(self) -> str:
        return self.name

    @property
    def signature(self) -> str:
        """How the journal names this person."""
        return f"staff:{self.pk}"

    def may(self, permission: str) -> bool:
        return self.is_active and roles.may(self.role, permission)

    def is_licensed(self, day: date) -> bool:
        """Whether a licence that is on file holds on `day`."""
        return bool(self.licence) and not self.has_run_out(day)

    def has_run_out(self, day: date) -> bool:
        """Whether the licence that is on file has an end, and it is past on `day`."""
        return self.licence_until is not None and self.licence_until < day


class SecondFactor(models.Model):
    """What an authenticator of one person holds: the secret of its codes. Asked for once it is confirmed."""

    staff = models.OneToOneField(Staff, models.CASCADE, related_name="second_factor")
    sealed = models.TextField()  # the secret, under the key of this house (casino.sealing)
    confirmed_at = models.DateTimeField(null=True)
    last_step = models.BigIntegerField(default=0)  # of the last code that was taken: none is taken twice

    def __str__(self) -> str:
        return f"second factor of {self.staff_id}"


class RecoveryCode(models.Model):
    """A code for somebody whose authenticator is lost: it opens once."""

    staff = models.ForeignKey(Staff, models.CASCADE, related_name="recovery_codes")
    mac = models.CharField(max_length=64, unique=True)
    used_at = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return f"recovery code of {self.staff_id}"


class ServiceToken(models.Model):
    """A machine's account: one permission, and a secret of which only the hash is kept."""

    name = models.CharField(max_length=80)
    permission = models.CharField(max_length=40)
    about = models.CharField(max_length=120, blank=True, help_text="What it speaks for, such as camera:BJ-12a.")
    sha256 = models.CharField(max_length=64, unique=True)
    made_by = models.ForeignKey(Staff, on_delete=models.PROTECT, null=True, related_name="+")
    made_at = models.DateTimeField(auto_now_add=True)
    revoked_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=models.Q(permission__in=sorted(roles.PERMISSIONS)), name="service_token_permission_known"
            )
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def signature(self) -> str:
        """How the journal names this account."""
        return f"service:{self.pk}"

    @property
    def is_authenticated(self) -> bool:
        return True

    @property
    def is_active(self) -> bool:
        return self.revoked_at is None

    def may(self, permission: str) -> bool:
        return self.is_active and permission == self.permission
